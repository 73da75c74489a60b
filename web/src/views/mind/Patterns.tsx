// What many people share, counted: never who, and never of fewer than five.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, got } from "../../api/client";
import { Field } from "../../ui/parts";
import { place } from "../../ui/place";
import { Asked, Empty } from "../../ui/states";
import { counted } from "../../ui/words";

const FEWEST = 5;

export function Patterns() {
  const [typed, setTyped] = useState(String(FEWEST));
  const minimum = Math.max(FEWEST, Math.trunc(Number(typed)) || FEWEST);
  const patterns = useQuery({
    queryKey: ["mind", "patterns", minimum],
    queryFn: () => got(api.GET("/v1/patterns", { params: { query: { minimum } } })),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="stack">
      <p className="quiet">
        Tastes and habits that several people share. Names, places, health and any one person’s words are left out, and
        so is everybody who paused memory or is a guest.
      </p>
      <div className="choice">
        <Field label="Shared by at least" hint={`Never fewer than ${FEWEST}: a smaller group could tell who is meant.`}>
          {(ids) => <input {...ids} type="number" min={FEWEST} value={typed} onChange={(event) => setTyped(event.target.value)} />}
        </Field>
      </div>
      <Asked of={patterns} what="patterns">
        {(all) =>
          all.length === 0 ? (
            <Empty title="Nothing is shared by that many people">
              <p>It takes {counted(minimum, "person", "people")} who like, do or value the same.</p>
            </Empty>
          ) : (
            <ul className="lines">
              {all.map((one) => (
                <li key={`${one.of} ${one.what}`}>
                  <span className="quiet small sort">{place(one.of)}</span>
                  <span className="words grow" dir="auto">
                    {one.examples[0] ?? one.what}
                    {one.examples.length > 1 && <span className="quiet small"> also {one.examples.slice(1).join(", ")}</span>}
                  </span>
                  <span className="push">{counted(one.people, "person", "people")}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Asked>
    </div>
  );
}
