// What the companion thinks: what is held for a decision, what it thinks, and what it thought once.
import { useState } from "react";
import { api, got } from "../../api/client";
import { Button } from "../../ui/parts";
import { Asked, Empty } from "../../ui/states";
import { counted } from "../../ui/words";
import { type Opinion, useChanging, useOpinions } from "./asking";
import { Form } from "./Changing";
import { OpinionCard } from "./OpinionCard";

export function Opinions() {
  const opinions = useOpinions();
  const [forming, setForming] = useState(false);
  return (
    <div className="stack">
      <div className="row">
        <p className="quiet grow">What it thinks of things. Strength grows when an opinion is confirmed.</p>
        <Button onClick={() => setForming(true)}>Form an opinion</Button>
      </div>
      {forming && <Form close={() => setForming(false)} />}
      <Asked of={opinions} what="opinions">
        {({ held, thought }) => {
          const now = thought.filter((one) => one.status === "active");
          const once = thought.filter((one) => one.status !== "active");
          if (held.length + thought.length === 0) return <Empty title="No opinions yet" />;
          return (
            <>
              {held.length > 0 && <Held held={held} known={thought} />}
              <ul className="cards">
                {now.map((one) => (
                  <OpinionCard key={one.id} one={one} />
                ))}
              </ul>
              {once.length > 0 && (
                <details>
                  <summary>{counted(once.length, "past opinion", "past opinions")}</summary>
                  <ul className="cards once">
                    {once.map((one) => (
                      <OpinionCard key={one.id} one={one} />
                    ))}
                  </ul>
                </details>
              )}
            </>
          );
        }}
      </Asked>
    </div>
  );
}

/** Opinions that stand against what is thought: they wait. */
function Held({ held, known }: { held: Opinion[]; known: Opinion[] }) {
  return (
    <section className="stack" aria-labelledby="held">
      <div className="stack tight">
        <h2 id="held">Contradicts what it thinks</h2>
        <p className="quiet">The companion said these, and each contradicts an opinion. If you accept one, it replaces that opinion.</p>
      </div>
      <ul className="cards">
        {held.map((one) => (
          <HeldCard key={one.id} one={one} against={known.filter((other) => one.held_against.includes(other.id))} />
        ))}
      </ul>
    </section>
  );
}

function HeldCard({ one, against }: { one: Opinion; against: Opinion[] }) {
  const params = { params: { path: { opinion_id: one.id } } };
  const decide = useChanging(
    (accept: boolean) =>
      got(accept ? api.POST("/v1/opinions/{opinion_id}/accept", params) : api.POST("/v1/opinions/{opinion_id}/decline", params)),
    (_one, accept) => {
      document.getElementById("main")?.focus();
      return accept ? "Accepted: that is what it thinks now." : "Declined: it keeps its opinion.";
    },
  );
  return (
    <li className="sheet stack" aria-label={one.opinion}>
      <h3 dir="auto" className="long">
        {one.name}
      </h3>
      <p className="thought" dir="auto">
        {one.opinion}
      </p>
      {one.reason && (
        <p className="quiet" dir="auto">
          Because: {one.reason}
        </p>
      )}
      {against.map((other) => (
        <p key={other.id} className="quiet" dir="auto">
          Against: {other.opinion}
        </p>
      ))}
      <div className="row">
        <Button look="main" disabled={decide.isPending} onClick={() => decide.mutate(true)} aria-label={`Accept: ${one.opinion}`}>
          Accept
        </Button>
        <Button disabled={decide.isPending} onClick={() => decide.mutate(false)} aria-label={`Decline: ${one.opinion}`}>
          Decline
        </Button>
      </div>
    </li>
  );
}
