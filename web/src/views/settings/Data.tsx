// One's data: what is kept, a copy to take along, a history to bring in, accounts, and erasing all of it.
import { useQuery } from "@tanstack/react-query";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { Asked } from "../../ui/states";
import { Accounts } from "../profile/Accounts";
import { useCounts } from "../time/asking";
import { BringIn } from "./BringIn";
import { Erase } from "./Erase";
import { Export, Kept } from "./Kept";

export function Data() {
  const id = usePerson();
  const counts = useCounts();
  const person = useQuery({
    queryKey: ["person", id],
    queryFn: () => got(api.GET("/v1/people/{person_id}", { params: { path: { person_id: id } } })),
  });
  return (
    <div className="view">
      <Asked of={counts} what="what is kept">
        {(many) => <Kept counts={many} />}
      </Asked>
      <Export />
      <BringIn />
      <section className="stack" aria-labelledby="accounts">
        <h2 id="accounts">Accounts</h2>
        <Accounts />
      </section>
      {person.data && <Erase name={person.data.person.name} />}
    </div>
  );
}
