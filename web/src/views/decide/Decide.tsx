// What the person is asked about: proposals, and what contradicts itself.
import { Link } from "react-router";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { useSession } from "../../shell/session";
import { useDoing } from "../../ui/doing";
import { Button } from "../../ui/parts";
import { Asked, Empty } from "../../ui/states";
import { counted } from "../../ui/words";
import { useConflicts, useProposals } from "./asking";
import { Conflicts } from "./Conflicts";
import "./decide.css";
import { Proposals } from "./Proposals";

export function Decide() {
  const person = usePerson();
  const proposals = useProposals();
  const conflicts = useConflicts();
  return (
    <div className="view">
      <p>
        <Link to={`/${person}/memory`}>← Memory</Link>
      </p>
      <div className="row">
        <h1>To confirm</h1>
        <Look waiting={proposals.data?.length ?? 0} />
      </div>
      <Asked of={proposals} what="what is proposed">
        {(items) => (
          <Asked of={conflicts} what="what contradicts itself">
            {(pairs) =>
              items.length + pairs.length === 0 ? (
                <Nothing />
              ) : (
                <>
                  {items.length > 0 && <Proposals items={items} />}
                  {pairs.length > 0 && <Conflicts pairs={pairs} />}
                </>
              )
            }
          </Asked>
        )}
      </Asked>
    </div>
  );
}

function Nothing() {
  const { companion } = useSession();
  return (
    <Empty title="Nothing to confirm">
      <p>When {companion} notices something again and again, or two things contradict each other, you are asked here.</p>
    </Empty>
  );
}

/** Have what was noticed looked through for something that could stand in the profile. */
function Look({ waiting }: { waiting: number }) {
  const id = usePerson();
  const look = useDoing(
    (_now: void) => got(api.POST("/v1/people/{person_id}/proposals", { params: { path: { person_id: id } } })),
    (found) => ({
      text: found.length > waiting ? `${counted(found.length - waiting, "new question", "new questions")}.` : "Nothing new to confirm.",
    }),
  );
  return (
    <span className="push">
      <Button disabled={look.isPending} onClick={() => look.mutate()}>
        Look for something to confirm
      </Button>
    </span>
  );
}
