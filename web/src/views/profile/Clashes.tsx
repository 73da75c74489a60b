// What somebody else changed while one was typing: both versions, and one chooses.
import { useEffect, useRef } from "react";
import { Button } from "../../ui/parts";
import { type Clash, labelOf } from "./fields";

export function Clashes({ clashes, settle }: { clashes: Clash[]; settle: (clash: Clash, mine: boolean) => void }) {
  const box = useRef<HTMLElement>(null);
  const there = clashes.length > 0;
  useEffect(() => {
    if (there) box.current?.focus();
  }, [there]);
  if (!there) return null;
  return (
    <section ref={box} tabIndex={-1} className="sheet clashes stack" aria-labelledby="clashing">
      <div className="stack tight">
        <h2 id="clashing">This changed while you were typing</h2>
        <p className="quiet">Nothing was saved, and nothing of yours is lost. Choose, then save again.</p>
      </div>
      <ul className="cards">
        {clashes.map((one) => (
          <li key={`${one.field} ${one.name}`} className="stack tight">
            <h3>{labelOf(one)}</h3>
            <dl className="both">
              <dt>There now</dt>
              <dd dir="auto">{one.theirs || <em className="quiet">nothing</em>}</dd>
              <dt>Yours</dt>
              <dd dir="auto">{one.mine || <em className="quiet">nothing</em>}</dd>
            </dl>
            <div className="row">
              <Button onClick={() => settle(one, false)} aria-label={`Keep what is there: ${labelOf(one)}`}>
                Keep what is there
              </Button>
              <Button onClick={() => settle(one, true)} aria-label={`Take mine: ${labelOf(one)}`}>
                Take mine
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
