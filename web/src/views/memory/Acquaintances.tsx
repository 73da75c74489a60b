// People and pets of the person's life as cards, and what person and companion are to each other.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { api, got, type Shapes } from "../../api/client";
import { usePerson } from "../../shell/person";
import { useSession } from "../../shell/session";
import { Asked, Empty } from "../../ui/states";
import { initial, sentence } from "../../ui/words";
import { Relationship } from "../time/Relationship";
import "../time/time.css";

type Acquaintance = Shapes["Acquaintance"];
const PETS: Readonly<Record<string, string>> = { cat: "🐈", kitten: "🐈", dog: "🐕", puppy: "🐕", horse: "🐎", rabbit: "🐇" };

export function Acquaintances() {
  const id = usePerson();
  const { companion } = useSession();
  const people = useQuery({
    queryKey: ["acquaintances", id],
    queryFn: () => got(api.GET("/v1/people/{person_id}/acquaintances", { params: { path: { person_id: id } } })),
  });
  return (
    <div className="view">
      <section className="stack" aria-label="People and pets">
        <h2>The people and pets in your life</h2>
        <Asked of={people} what="people">
          {(all) =>
            all.length === 0 ? (
              <Empty title="Nobody yet">
                <p>Mention somebody, like “my sister Nora lives in Lisbon”, and they get a card here.</p>
              </Empty>
            ) : (
              <ul className="acquaintances">
                {all.map((one) => (
                  <Card key={`${one.relation} ${one.name} ${one.memories[0]?.id}`} one={one} />
                ))}
              </ul>
            )
          }
        </Asked>
      </section>
      <section className="stack" aria-label={`You and ${companion}`}>
        <h2>You and {companion}</h2>
        <Relationship />
      </section>
    </div>
  );
}

/** A memory that only says who somebody is: that stands above it already. */
const INTRODUCES = /^Has an? \w+ named /;

/** Whoever has a name is shown by it: the memory that says so is behind it. */
function Card({ one: { name, relation, memories } }: { one: Acquaintance }) {
  const person = usePerson();
  const [first] = memories;
  const below = memories.filter((memory) => !INTRODUCES.test(memory.text));
  return (
    <li className="sheet acquaintance">
      <div className="row">
        <span className="avatar" aria-hidden="true">
          {PETS[relation] ?? initial(name ?? relation)}
        </span>
        <div>
          <h3 dir="auto">{name && first ? <Link to={`/${person}/memory/${first.id}`}>{name}</Link> : `Your ${relation}`}</h3>
          {name && <p className="quiet small">your {relation}</p>}
        </div>
      </div>
      {below.length > 0 && (
        <ul className="known">
          {below.map((memory) => (
            <li key={memory.id}>
              <Link to={`/${person}/memory/${memory.id}`} dir="auto">
                {sentence(memory)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
