// What one can do with a memory where it stands: edit it, say that it is no longer true, pin it, forget it.
import { useRef, useState } from "react";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { lastChange } from "../../ui/changes";
import { useDoing } from "../../ui/doing";
import { focusBeside } from "../../ui/focus";
import { Icon } from "../../ui/icon";
import { Button } from "../../ui/parts";
import { sentence } from "../../ui/words";
import { usePinned, type Memory } from "./asking";
import { Edit } from "./Edit";
import { Forget } from "./Forget";

/** Whether it is a fact that stands: only those are corrected and ended. */
export function stands(memory: Memory): boolean {
  return memory.status === "active" && memory.kind === "fact";
}

/** `gone` comes when it is forgotten, with what comes after that. */
export function Actions({ memory, gone }: { memory: Memory; gone?: () => void | Promise<void> }) {
  const [asking, setAsking] = useState<"edit" | "forget">();
  const row = useRef<HTMLDivElement>(null);
  const end = useEnding();
  const name = sentence(memory);
  return (
    <div className="actions" ref={row}>
      {stands(memory) && (
        <>
          <Button look="plain" className="tiny" title="Edit" aria-label={`Edit: ${name}`} onClick={() => setAsking("edit")}>
            <Icon name="edit" size={16} /> <span className="says">Edit</span>
          </Button>
          <Button
            look="plain"
            className="tiny"
            disabled={end.isPending}
            title="No longer true"
            aria-label={`No longer true: ${name}`}
            onClick={() => {
              if (!gone) focusBeside(row.current);
              end.mutate([memory]);
            }}
          >
            <Icon name="ended" size={16} /> <span className="says">No longer true</span>
          </Button>
        </>
      )}
      {memory.status === "active" && <Pin memory={memory} />}
      <Button look="plain" className="tiny" title="Forget" aria-label={`Forget: ${name}`} onClick={() => setAsking("forget")}>
        <Icon name="forget" size={16} /> <span className="says">Forget</span>
      </Button>
      {asking === "edit" && <Edit memory={memory} close={() => setAsking(undefined)} />}
      {asking === "forget" && (
        <Forget
          memories={[memory]}
          close={() => setAsking(undefined)}
          done={() => (gone ? gone() : focusBeside(row.current))}
        />
      )}
    </div>
  );
}

/** Let every context begin with it, or no more. */
function Pin({ memory }: { memory: Memory }) {
  const person = usePerson();
  const pinned = usePinned().has(memory.id);
  const name = pinned ? "Unpin" : "Pin";
  const params = { path: { person_id: person, memory_id: memory.id } };
  const pin = useDoing(
    async (on: boolean) => {
      const done = await got(on ? api.PUT(PINNED, { params }) : api.DELETE(PINNED, { params }));
      return { on, change: done.change_id };
    },
    ({ on, change }) => ({ text: on ? "Pinned: it is always kept in mind." : "Not pinned any more.", ...(change && { change }) }),
  );
  return (
    <Button
      look="plain"
      className="tiny"
      disabled={pin.isPending}
      title={name}
      aria-label={`${name}: ${sentence(memory)}`}
      onClick={() => pin.mutate(!pinned)}
    >
      <Icon name="pin" size={16} /> <span className="says">{name}</span>
    </Button>
  );
}

const PINNED = "/v1/people/{person_id}/pinned/{memory_id}";

/** Say of facts that they are no longer true; Undo brings all of them back. */
export function useEnding() {
  const person = usePerson();
  return useDoing(
    async (memories: readonly Memory[]) => {
      const changes: string[] = [];
      for (const { id } of memories) {
        const params = { path: { person_id: person, memory_id: id } };
        await got(api.PATCH("/v1/people/{person_id}/memories/{memory_id}", { params, body: { text: null } }));
        const change = await lastChange(person, id);
        if (change) changes.push(change);
      }
      return changes;
    },
    (changes) => ({ text: changes.length > 1 ? `${changes.length} are marked as no longer true.` : "Marked as no longer true.", change: changes }),
  );
}
