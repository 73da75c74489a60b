// What can't both be so: the two sides beside each other, in the words they came from.
import { useRef } from "react";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { useDoing } from "../../ui/doing";
import { focusBeside } from "../../ui/focus";
import { Button, Time } from "../../ui/parts";
import { sure } from "../../ui/words";
import type { Pair, Side } from "./asking";
import { Words } from "./Words";

export function Conflicts({ pairs }: { pairs: Pair[] }) {
  return (
    <section className="stack" aria-labelledby="contradicting">
      <div className="stack tight">
        <h2 id="contradicting">Which of the two?</h2>
        <p className="quiet">These can’t both be so, or so it seems. What you don’t choose is taken back.</p>
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
          Both are so
        </Button>
        <Button look="plain" disabled={settle.isPending} onClick={() => choose()}>
          Neither is
        </Button>
      </div>
    </li>
  );
}

function said(right: number): string {
  if (right === 0) return "Both were taken back.";
  return right === 2 ? "Both stand, side by side." : "Settled: the other was taken back.";
}

function One({ side, busy, choose }: { side: Side; busy: boolean; choose: () => void }) {
  return (
    <div className="side stack tight">
      <h3 className="claim" dir="auto">
        {side.text}
      </h3>
      <p className="quiet small">
        noticed on <Time at={side.valid_from} />, {sure(side.confidence)}
      </p>
      <Words message={side.source.message_id} />
      <Button disabled={busy} onClick={choose} aria-label={`This is so: ${side.text}`}>
        This is so
      </Button>
    </div>
  );
}
