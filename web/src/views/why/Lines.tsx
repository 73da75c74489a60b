// Every line that was chosen, under the list it stands in, and those that found no room.
import { Link } from "react-router";
import type { Shapes } from "../../api/client";
import { usePerson } from "../../shell/person";
import { useSession } from "../../shell/session";
import { capital } from "../../ui/words";

type Line = Shapes["Line"];

/** Lists that seldom change, so that a provider can keep them ready; the others are called up by the message. */
const STABLE = new Set(["pinned", "core", "identity", "noticed", "lately", "core_since", "noticed_since"]);
/** Lists whose lines are the person's own memories: others are the companion's, which have a view of their own. */
const OWN = new Set(["pinned", "core", "noticed", "lately", "core_since", "noticed_since", "people", "recalled"]);

export function isStable(line: Line): boolean {
  return STABLE.has(line.source);
}

export function Lines({ context }: { context: Shapes["Prompt"] }) {
  const stable = context.lines.filter(isStable);
  const called = context.lines.filter((one) => !isStable(one));
  return (
    <>
      <Part title="Always there" hint="Rarely changes, so it comes first and a provider can cache it." lines={stable} none="Nothing yet." />
      <Part title="Brought to mind by this message" hint="What has to do with the message, and why it was chosen." lines={called} none="Nothing in memory has to do with it." />
      {context.left_out.length > 0 && (
        <Part title="Left out" hint="There was no room left for these." lines={context.left_out} out />
      )}
    </>
  );
}

function Part(props: { title: string; hint: string; lines: readonly Line[]; none?: string; out?: boolean }) {
  const companion = useSession().companion;
  return (
    <section className={`part ${props.out ? "out" : ""}`}>
      <h2>{props.title}</h2>
      <p className="quiet small">{props.lines.length > 0 ? props.hint : props.none}</p>
      {bySource(props.lines).map(([source, lines]) => (
        <div key={source} className="stack tight">
          <h3>{heading(source, companion)}</h3>
          <ul className="rows">
            {lines.map((one, at) => (
              <Row key={`${one.memory_id ?? one.message_id ?? ""}${at}`} line={one} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function Row({ line }: { line: Line }) {
  const person = usePerson();
  const { memory_id: memory, message_id: message } = line;
  return (
    <li>
      <p dir="auto">{line.text}</p>
      <p className="facts quiet small">
        <span>{capital(line.why)}</span>
        {line.score !== null && <span>score {line.score.toFixed(2)}</span>}
        <span>
          {line.tokens} {line.tokens === 1 ? "token" : "tokens"}
        </span>
        {memory && OWN.has(line.source) && (
          <Link to={`/${person}/memory/${memory}`} aria-label={`the memory: ${line.text}`}>
            the memory
          </Link>
        )}
        {message && (
          <Link to={`/${person}/chat/${message}`} aria-label={`where it was said: ${line.text}`}>
            where it was said
          </Link>
        )}
      </p>
    </li>
  );
}

function heading(source: string, companion: string): string {
  const headings: Readonly<Record<string, string>> = {
    pinned: "What you pinned",
    core: "What is known about you",
    identity: `Who ${companion} is`,
    noticed: `What ${companion} noticed`,
    lately: "Said lately",
    core_since: "What is known about you, new in this conversation",
    noticed_since: `What ${companion} noticed in this conversation`,
    people: "About the people you mention",
    recalled: "Recalled",
    episodes: "Earlier conversations",
    excerpt: "Said in one of them",
    scenes: "Pictures",
    opinions: `What ${companion} thinks`,
    passages: "From documents",
  };
  return headings[source] ?? capital(source);
}

function bySource(lines: readonly Line[]): [string, Line[]][] {
  const found = new Map<string, Line[]>();
  for (const one of lines) found.set(one.source, [...(found.get(one.source) ?? []), one]);
  return [...found];
}
