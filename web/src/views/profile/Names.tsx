// What they were called, from when on.
import { useQuery } from "@tanstack/react-query";
import { api, got, type Shapes } from "../../api/client";
import { usePerson } from "../../shell/person";
import { Time } from "../../ui/parts";
import { Asked } from "../../ui/states";

type Happened = Shapes["Happened"];

export function Names() {
  const id = usePerson();
  const names = useQuery({
    queryKey: ["names", id],
    queryFn: () => got(api.GET("/v1/people/{person_id}/names", { params: { path: { person_id: id } } })),
  });
  return (
    <Asked of={names} what="names">
      {(steps) => (
        <ol className="lines">
          {steps.map((one, at) => (
            <li key={at}>
              <span dir="auto">{told(one)}</span>
              <span className="push quiet small">
                <Time at={one.at} exact />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Asked>
  );
}

function told({ what, before, after }: Happened): string {
  if (what === "met") return `Met as ${after ?? "a guest"}`;
  if (what === "merged") return `Found to be the same as ${after ?? "somebody"}`;
  if (what === "split") return `Told apart from ${after ?? "somebody"} again`;
  if (what === "guest") return after === "True" ? "A guest" : "No longer a guest";
  if (what === "account") return after ? `Account linked: ${after}` : `Account unlinked: ${before ?? ""}`;
  const name = { name: "Name", nickname: "Nickname", pronouns: "Pronouns" }[what] ?? what;
  if (!after) return `${name} taken away: ${before ?? ""}`;
  return before ? `${name}: ${after}, before that ${before}` : `${name}: ${after}`;
}
