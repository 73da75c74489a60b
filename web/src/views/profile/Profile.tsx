// What is known of a person as one page, theirs to change: field by field, or as the text that it also is.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { Time } from "../../ui/parts";
import { Asked } from "../../ui/states";
import { Tabs } from "../../ui/tabs";
import { fieldsOf } from "./fields";
import { Form } from "./Form";
import { Names } from "./Names";
import "./profile.css";
import { useUnsaved } from "./unsaved";
import { Yaml } from "./Yaml";

const TABS = { fields: "Fields", text: "As text" } as const;

export function Profile() {
  const id = usePerson();
  const [tab, setTab] = useState<keyof typeof TABS>("fields");
  const [fields, setFields] = useState(false);
  const [text, setText] = useState(false);
  const leaving = useUnsaved(fields || text);
  const profile = useQuery({
    queryKey: ["profile", id],
    queryFn: () => got(api.GET("/v1/people/{person_id}/profile", { params: { path: { person_id: id } } })),
  });
  return (
    <div className="view">
      {leaving}
      <div className="row">
        <h2>Your profile</h2>
        {profile.data?.profile.last_updated && (
          <span className="push quiet small">
            Last changed on <Time at={profile.data.profile.last_updated} />
          </span>
        )}
      </div>
      <Asked of={profile} what="the profile">
        {(page) => (
          <Tabs label="Ways to edit" tabs={TABS} shown={tab} show={setTab}>
            {{
              fields: <Form key={id} now={fieldsOf(page.profile)} unsaved={setFields} />,
              text: <Yaml key={id} now={page.yaml} unsaved={setText} />,
            }}
          </Tabs>
        )}
      </Asked>
      <section className="stack" aria-labelledby="names">
        <h2 id="names">Names over time</h2>
        <Names />
      </section>
    </div>
  );
}
