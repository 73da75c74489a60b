// What can't both be so: the two sides beside each other, in the words they came from.
import { useRef } from "react";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { useDoing } from "../../ui/doing";
import { focusBeside } from "../../ui/focus";
import { Button } from "../../ui/parts";
import { onDay } from "../../ui/since";
import { sure } from "../../ui/words";
import type { Pair, Side } from "./asking";
import { Words } from "./Words";

export function Conflicts({ pairs }: { pairs: Pair[] }) {
  return (
    <section className="stack" aria-labelledby="contradicting">
      <div className="stack tight">
        <h2 id="contradicting">Which one is true?</h2>
        <p className="quiet">These seem to contradict each other. What you don’t choose is no longer used.</p>
      </div>
      <ul className="cards">
        {pairs.map((pair) => (
          <Versus key={pair.key} pair={pair} />
        ))}
      </ul>
    </section>
  );
}

function Versus({ pair: { older, newer } }: { pair: Pair }) {
  const id = usePerson();
  const card = useRef<HTMLLIElement>(null);
  const settle = useDoing(
    (right: string[]) =>
      got(
        api.POST("/v1/people/{person_id}/conflicts/settle", {
          params: { path: { person_id: id } },
          body: { sides: [older.id, newer.id], right },
        }),
      ),
    (settled) => {
      focusBeside(card.current);
      return { text: said(settled.right.length), change: settled.change_id };
    },
  );
  const choose = (...right: Side[]) => settle.mutate(right.map((one) => one.id));
  return (
    <li ref={card} tabIndex={-1} className="sheet stack" aria-label={`${older.text} – or: ${newer.text}`}>
      <div className="versus">
        <One side={older} busy={settle.isPending} choose={() => choose(older)} />
        <span className="or quiet" aria-hidden="true">
          or
        </span>
        <One side={newer} busy={settle.isPending} choose={() => choose(newer)} />
      </div>
      <div className="row either">
        <Button look="plain" disabled={settle.isPending} onClick={() => choose(older, newer)}>
          Both are true
        </Button>
        <Button look="plain" disabled={settle.isPending} onClick={() => choose()}>
          Neither is true
        </Button>
      </div>
    </li>
  );
}

function said(right: number): string {
  if (right === 0) return "Neither is used any longer.";
  return right === 2 ? "Both are kept." : "Settled: the other is no longer used.";
}

function One({ side, busy, choose }: { side: Side; busy: boolean; choose: () => void }) {
  return (
    <div className="side stack tight">
      <h3 className="claim" dir="auto">
        {side.text}
      </h3>
      <p className="quiet small">
        noticed {onDay(side.valid_from)}, {sure(side.confidence)}
      </p>
      <Words message={side.source.message_id} />
      <Button disabled={busy} onClick={choose} aria-label={`This is true: ${side.text}`}>
        This is true
      </Button>
    </div>
  );
}
