// Everything that is remembered of a person.
import { useQuery } from "@tanstack/react-query";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { Quote, Tag } from "../../ui/parts";
import { Asked, Empty } from "../../ui/states";

export function Memories() {
  const id = usePerson();
  const memories = useQuery({
    queryKey: ["memories", id],
    queryFn: () => got(api.GET("/v1/people/{person_id}/memories", { params: { path: { person_id: id } } })),
  });
  return (
    <div className="view">
      <h1>Memories</h1>
      <Asked of={memories} what="memories">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="Nothing yet" />
          ) : (
            <ul className="stack">
              {items.map((one) => (
                <li key={one.id} className="sheet stack tight">
                  <h2>{one.text}</h2>
                  <div className="row">
                    <Tag>{one.category}</Tag>
                  </div>
                  <Quote text={one.source.quote ?? ""} by={one.said_by} at={one.said_at} />
                </li>
              ))}
            </ul>
          )
        }
      </Asked>
    </div>
  );
}
