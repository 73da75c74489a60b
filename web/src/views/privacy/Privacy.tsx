// What the person decides about their memory: what is learned, how long it is kept, and that it goes.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { Asked } from "../../ui/states";
import { Accounts } from "../profile/Accounts";
import { useCounts } from "../time/asking";
import { Changes } from "../time/Changes";
import { useSettings } from "./asking";
import { Erase } from "./Erase";
import { Kept } from "./Kept";
import "./privacy.css";
import { Categories, Remembering } from "./Remembering";
import { Retention } from "./Retention";

const FEW = 5;

export function Privacy() {
  const id = usePerson();
  const settings = useSettings();
  const counts = useCounts();
  const person = useQuery({
    queryKey: ["person", id],
    queryFn: () => got(api.GET("/v1/people/{person_id}", { params: { path: { person_id: id } } })),
  });
  return (
    <div className="view">
      <h1>Privacy</h1>
      <Asked of={settings} what="what was decided">
        {(decided) => (
          <Asked of={counts} what="what is kept">
            {(many) => (
              <>
                <Remembering settings={decided} />
                <Categories settings={decided} counts={many.categories} />
                <Retention settings={decided} counts={many} />
                <Kept counts={many} />
              </>
            )}
          </Asked>
        )}
      </Asked>
      <section className="stack" aria-labelledby="last">
        <div className="row">
          <h2 id="last">The last changes</h2>
          <Link className="push" to={`/${id}/time`}>
            All changes
          </Link>
        </div>
        <Changes few={FEW} />
      </section>
      <section className="stack" aria-labelledby="accounts">
        <h2 id="accounts">Accounts</h2>
        <Accounts />
      </section>
      {person.data && <Erase name={person.data.person.name} />}
    </div>
  );
}
