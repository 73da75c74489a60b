// The companion's own mind: what it thinks, who it is to itself, and what many people share. Only for whoever sees everybody.
import { useState } from "react";
import { useSession } from "../../shell/session";
import { Tabs } from "../../ui/tabs";
import { Empty } from "../../ui/states";
import "./mind.css";
import { Opinions } from "./Opinions";
import { Patterns } from "./Patterns";
import { SelfModel } from "./SelfModel";

const TABS = { opinions: "Opinions", self: "Itself", patterns: "What people share" } as const;

export function Mind() {
  const { companion, person } = useSession();
  const [tab, setTab] = useState<keyof typeof TABS>("opinions");
  if (person)
    return (
      <Empty title="You can’t see this page">
        <p>What {companion} thinks may concern other people: only whoever runs it sees that.</p>
      </Empty>
    );
  return (
    <div className="view">
      <h2>{companion}’s mind</h2>
      <Tabs label="Parts of the mind" tabs={TABS} shown={tab} show={setTab}>
        {{ opinions: <Opinions />, self: <SelfModel />, patterns: <Patterns /> }}
      </Tabs>
    </div>
  );
}
