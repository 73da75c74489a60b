// What is proposed: each with what it rests on and what it would take the place of.
import { useRef } from "react";
import { useSession } from "../../shell/session";
import { focusBeside } from "../../ui/focus";
import { Button, Quote } from "../../ui/parts";
import { place } from "../../ui/place";
import { onDay, since } from "../../ui/since";
import { counted, sentence } from "../../ui/words";
import type { Proposal } from "./asking";
import { useDeciding } from "./deciding";
import { Words } from "./Words";

export function Proposals({ items }: { items: Proposal[] }) {
  return (
    <section className="stack" aria-labelledby="proposed">
      <div className="stack tight">
        <h2 id="proposed">Is this true?</h2>
        <p className="quiet">None of this is used until you say yes. What you decline is not asked again.</p>
      </div>
      <ul className="cards">
        {items.map((one) => (
          <Card key={one.proposal.id} one={one} />
        ))}
      </ul>
    </section>
  );
}

function Card({ one }: { one: Proposal }) {
  const card = useRef<HTMLLIElement>(null);
  const { proposal, replaces, evidence } = one;
  const decide = useDeciding(proposal.id, () => focusBeside(card.current));
  return (
    <li ref={card} tabIndex={-1} className="sheet stack" aria-label={sentence(proposal)}>
      <div className="stack tight">
        <span className="quiet small">{place(proposal.key) ?? "Something new"}</span>
        <h3 className="claim" dir="auto">
          {sentence(proposal)}
        </h3>
        {replaces && (
          <p className="quiet">
            Instead of <s dir="auto">{sentence(replaces)}</s> ({since(replaces.valid_from)})
          </p>
        )}
      </div>
      <Grounds one={one} />
      <div className="row">
        <Button look="main" disabled={decide.isPending} onClick={() => decide.mutate(true)}>
          {replaces ? "Yes, change it" : "Yes, that’s true"}
        </Button>
        <Button disabled={decide.isPending} onClick={() => decide.mutate(false)}>
          {replaces ? "No, keep the old one" : "No"}
        </Button>
        {evidence.length > 0 && <span className="push quiet small">noticed {counted(one.voices, "time", "times")}</span>}
      </div>
    </li>
  );
}

/** What a proposal rests on: the first of it at once, the others when they are asked for. */
function Grounds({ one: { proposal, evidence } }: { one: Proposal }) {
  const { companion } = useSession();
  if (evidence.length === 0)
    return proposal.source.quote ? <Quote text={proposal.source.quote} at={proposal.valid_from} /> : null;
  const [first, ...others] = evidence.map((each) => (
    <li key={each.id} className="stack tight">
      <p className="small">
        {companion} noticed {onDay(each.valid_from)}: <span dir="auto">{each.text}</span>
      </p>
      <Words message={each.source.message_id} />
    </li>
  ));
  return (
    <div className="stack tight">
      <ul className="grounds">{first}</ul>
      {others.length > 0 && (
        <details>
          <summary>{counted(others.length, "more reason", "more reasons")}</summary>
          <ul className="grounds">{others}</ul>
        </details>
      )}
    </div>
  );
}
