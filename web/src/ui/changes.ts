// After something was changed: seeing it everywhere, and taking it back.
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { api, got } from "../api/client";
import { usePerson } from "../shell/person";
import { useTell } from "./toasts";

/** Read anew all that is shown of the person (their id is the second part of every key of theirs), but not what is `gone`. */
export function useRefresh(): (gone?: string) => Promise<void> {
  const queries = useQueryClient();
  const person = usePerson();
  return useCallback(
    (gone) => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === person && !(gone && queryKey.includes(gone)) }),
    [queries, person],
  );
}

export type Undoable = string | readonly string[] | { message_id: string } | { batch: string };

const underWay = new Set<string>();

/**
 * Undo a change by its id, several (the last first), what a message taught, or an import; once however often it is
 * pressed. Undoing is a change too, so that can be undone again.
 */
export function useUndo(): (what: Undoable) => Promise<boolean> {
  const person = usePerson();
  const refresh = useRefresh();
  const tell = useTell();
  return useCallback(
    (what) => {
      const undo = async (wanted: Undoable): Promise<void> => {
        const bodies = typeof wanted === "string" ? [{ change_id: wanted }] : isMany(wanted) ? wanted.toReversed().map((one) => ({ change_id: one })) : [wanted];
        const undone: string[] = [];
        for (const body of bodies) {
          const { change } = await got(api.POST("/v1/people/{person_id}/changes/undo", { params: { path: { person_id: person } }, body }));
          undone.push(change.id);
        }
        await refresh();
        tell.done("Undone.", () => void run(undone));
      };
      const run = async (wanted: Undoable): Promise<boolean> => {
        const key = JSON.stringify(wanted);
        if (underWay.has(key)) return false;
        underWay.add(key);
        try {
          await undo(wanted);
          return true;
        } catch (error) {
          void refresh();
          tell.failed(error as Error);
          return false;
        } finally {
          underWay.delete(key);
        }
      };
      return run(what);
    },
    [person, refresh, tell],
  );
}

function isMany(what: Undoable): what is readonly string[] {
  return Array.isArray(what);
}

/** The change that a memory was last written by. */
export async function lastChange(person: string, memory: string): Promise<string | undefined> {
  const events = await got(
    api.GET("/v1/people/{person_id}/memories/{memory_id}/history", { params: { path: { person_id: person, memory_id: memory } } }),
  );
  return events.at(-1)?.change.id;
}
