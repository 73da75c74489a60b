// What is known now, the newest of each category first, with a way to all of them.
import { Link } from "react-router";
import { usePerson } from "../../shell/person";
import { useSession } from "../../shell/session";
import { Asked, Empty } from "../../ui/states";
import { useComeBack } from "./All";
import { useTopics, type Memory, type Topic } from "./asking";
import { Cards } from "./Card";
import { Pictures } from "./Pictures";

const FEW = 6;

const TOPICS: readonly Topic[] = [
  { title: "About you", sort: { category: "fact", kind: "fact" } },
  { title: "What you like, and what you don’t", sort: { category: "preference", kind: "fact" } },
  { title: "Health", sort: { category: "health", kind: "fact" } },
  { title: "Plans and events", sort: { category: "event", kind: "fact" } },
  { title: "How you feel", sort: { category: "feeling", kind: "fact" } },
  { title: "Money", sort: { category: "money", kind: "fact" } },
  { title: "Everything else", sort: { category: "other", kind: "fact" } },
];

export function Facts() {
  const person = usePerson();
  const { companion } = useSession();
  const topics = useTopics([...TOPICS, { title: `What ${companion} noticed`, sort: { kind: "observation" } }], FEW);
  return (
    <Asked of={topics} what="memories">
      {(all) =>
        all.length === 0 ? (
          <Nothing />
        ) : (
          <div className="view">
            <Topics topics={all} />
            <p className="quiet">
              <Link to={`/${person}/memory/review`}>Questions for you</Link>: what {companion} would like to confirm.
            </p>
            <Pictures />
          </div>
        )
      }
    </Asked>
  );
}

function Topics({ topics }: { topics: readonly (Topic & { items: Memory[]; more: boolean })[] }) {
  useComeBack();
  return topics.map(({ title, sort, items, more }) => (
    <section key={title} className="stack topic" aria-label={title}>
      <div className="row">
        <h2>{title}</h2>
        {more && (
          <Link className="push" to={`?${new URLSearchParams(sort as Record<string, string>)}`} aria-label={`Show all: ${title}`}>
            Show all
          </Link>
        )}
      </div>
      <Cards memories={items} titled />
    </section>
  ));
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
          Import a history
        </Link>
      </div>
    </Empty>
  );
}
