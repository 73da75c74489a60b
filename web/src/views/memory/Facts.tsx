// What is known now, the newest of each category first, with a way to all of them.
import { Link } from "react-router";
import { usePerson } from "../../shell/person";
import { useSession } from "../../shell/session";
import { Asked, Empty } from "../../ui/states";
import { useCounts } from "../time/asking";
import { useComeBack } from "./All";
import { useFew } from "./asking";
import { Cards } from "./Card";
import { Pictures } from "./Pictures";
import type { Filters } from "./filters";

const FEW = 6;

const TOPICS: readonly (readonly [category: string, title: string])[] = [
  ["fact", "About you"],
  ["preference", "What you like, and what you don’t"],
  ["health", "Health"],
  ["event", "Plans and events"],
  ["feeling", "How you feel"],
  ["money", "Money"],
  ["other", "Everything else"],
];

export function Facts() {
  const person = usePerson();
  const { companion } = useSession();
  const counts = useCounts();
  return (
    <Asked of={counts} what="memories">
      {({ categories, kinds }) => {
        const noticed = kinds.observation ?? 0;
        const topics = TOPICS.filter(([name]) => (categories[name] ?? 0) > 0);
        const own = Object.entries(categories).filter(([name, many]) => many > 0 && !TOPICS.some(([one]) => one === name));
        if (topics.length + own.length + noticed === 0) return <Nothing />;
        return (
          <div className="view">
            {topics.map(([name, title]) => (
              <Topic key={name} title={title} sort={{ category: name, kind: "fact" }} many={categories[name] ?? 0} />
            ))}
            {own.map(([name, many]) => (
              <Topic key={name} title={name.replaceAll("_", " ")} sort={{ category: name, kind: "fact" }} many={many} />
            ))}
            {noticed > 0 && <Topic title={`What ${companion} noticed`} sort={{ kind: "observation" }} many={noticed} />}
            <p className="quiet">
              <Link to={`/${person}/memory/review`}>Questions for you</Link>: what {companion} would like to confirm.
            </p>
            <Pictures />
          </div>
        );
      }}
    </Asked>
  );
}

function Topic({ title, sort, many }: { title: string; sort: Partial<Filters>; many: number }) {
  const few = useFew(sort, FEW);
  useComeBack();
  return (
    <section className="stack topic" aria-label={title}>
      <div className="row">
        <h2>{title}</h2>
        {many > FEW && (
          <Link className="push" to={`?${new URLSearchParams(sort as Record<string, string>)}`}>
            Show all {many.toLocaleString()}
          </Link>
        )}
      </div>
      <Asked of={few} what="memories">
        {(items) => <Cards memories={items} titled />}
      </Asked>
    </section>
  );
}

function Nothing() {
  const { companion } = useSession();
  const person = usePerson();
  return (
    <Empty title="Nothing yet">
      <p>What matters in what you tell {companion} appears here, each with the words it came from.</p>
      <div className="row">
        <Link className="button main" to={`/${person}/chat`}>
          Say hello
        </Link>
        <Link className="button" to={`/${person}/settings/data`}>
          Bring in a history
        </Link>
      </div>
    </Empty>
  );
}
