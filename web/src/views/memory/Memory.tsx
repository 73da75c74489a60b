// The place of memory: what is known, of whom, over time, and what changed; or what was looked for in all of it.
import { useState } from "react";
import { Outlet } from "react-router";
import { usePerson } from "../../shell/person";
import { useSession } from "../../shell/session";
import { focusOn } from "../../ui/focus";
import { Icon } from "../../ui/icon";
import { Button } from "../../ui/parts";
import { Subnav } from "../../ui/subnav";
import { ReviewCard } from "../decide/ReviewCard";
import { useEnding, stands } from "./Actions";
import { Add } from "./Add";
import type { Memory as One } from "./asking";
import { filtersSet, useFilters } from "./filters";
import { Forget } from "./Forget";
import { ForgetAbout } from "./ForgetAbout";
import "./memory.css";
import { Results } from "./Results";
import { Search } from "./Search";
import { Selecting } from "./select";

export function Memory() {
  const person = usePerson();
  const { companion } = useSession();
  const [filters, change] = useFilters();
  const [asking, setAsking] = useState<"add" | "forget">();
  const [chosen, setChosen] = useState<ReadonlyMap<string, One>>();
  const searching = filters.words.trim() !== "" || filtersSet(filters) > 0;
  const here = `/${person}/memory`;
  const parts = [
    [here, "Facts"],
    [`${here}/people`, "People"],
    [`${here}/timeline`, "Timeline"],
    [`${here}/changes`, "Changes"],
  ] as const;
  function toggle(memory: One) {
    const next = new Map(chosen);
    if (!next.delete(memory.id)) next.set(memory.id, memory);
    setChosen(next);
  }
  function over() {
    setChosen(undefined);
    focusOn("selecting");
  }
  return (
    <div className="view">
      <div className="titled">
        <div>
          <h1>Memory</h1>
          <p className="quiet">What {companion} knows about you, and where it comes from.</p>
        </div>
        <div className="row">
          <Button look="main" onClick={() => setAsking("add")}>
            <Icon name="add" /> Add a memory
          </Button>
          <Button onClick={() => setAsking("forget")}>Forget a topic…</Button>
          <Button id="selecting" aria-pressed={chosen !== undefined} onClick={() => setChosen(chosen ? undefined : new Map())}>
            Select
          </Button>
        </div>
      </div>
      <ReviewCard />
      <Search filters={filters} change={change} />
      <Selecting value={chosen ? { chosen, toggle } : null}>
        {searching ? (
          <Results filters={filters} change={change} />
        ) : (
          <>
            <Subnav label="Parts of memory" parts={parts} />
            <Outlet />
          </>
        )}
      </Selecting>
      {chosen && <Chosen memories={[...chosen.values()]} over={over} />}
      {asking === "add" && <Add close={() => setAsking(undefined)} />}
      {asking === "forget" && <ForgetAbout topic={filters.words} close={() => setAsking(undefined)} />}
    </div>
  );
}

/** What to do with those that are selected. */
function Chosen({ memories, over }: { memories: One[]; over: () => void }) {
  const [forgetting, setForgetting] = useState(false);
  const end = useEnding();
  const facts = memories.filter(stands);
  return (
    <div className="chosen-bar" role="group" aria-label="Selected memories">
      <strong role="status">{memories.length} selected</strong>
      <Button
        disabled={facts.length === 0 || facts.length < memories.length || end.isPending}
        onClick={() => end.mutate(facts, { onSuccess: over })}
      >
        No longer true
      </Button>
      <Button look="danger" disabled={memories.length === 0} onClick={() => setForgetting(true)}>
        Forget…
      </Button>
      <Button look="plain" onClick={over}>
        Cancel
      </Button>
      {forgetting && <Forget memories={memories} close={() => setForgetting(false)} done={over} />}
    </div>
  );
}
