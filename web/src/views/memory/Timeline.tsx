// What stood in one place from when to when, the oldest first.
import { Link } from "react-router";
import type { Shapes } from "../../api/client";
import { usePerson } from "../../shell/person";
import { Quote, Tag, Time } from "../../ui/parts";
import { sentence, STATUS } from "../../ui/words";
import { heard } from "./Card";

export function Timeline({ line, shown }: { line: readonly Shapes["Memory"][]; shown: string }) {
  const person = usePerson();
  return (
    <section className="stack">
      <h2>How it changed</h2>
      <ol className="timeline">
        {line.map((one) => {
          const quote = heard(one);
          return (
            <li key={one.id} className={one.status === "active" ? "now" : ""} aria-current={one.id === shown ? "true" : undefined}>
              <p className="quiet small">
                <Time at={one.valid_from} /> – {one.valid_to ? <Time at={one.valid_to} /> : "now"}
                {one.status === "proposed" && <Tag tone="warn">{STATUS.proposed}</Tag>}
              </p>
              <p dir="auto">{one.id === shown ? <strong>{sentence(one)}</strong> : <Link to={`/${person}/memory/${one.id}`}>{sentence(one)}</Link>}</p>
              {quote && <Quote text={quote} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
