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

const underWay = new Set<string>();

/** Take a change back by its id, once however often it is pressed; taking back is a change too, so that can be undone again. */
export function useUndo(): (change: string) => Promise<boolean> {
  const person = usePerson();
  const refresh = useRefresh();
  const tell = useTell();
  return useCallback(
    (change) => {
      const undo = async (id: string): Promise<void> => {
        const undone = await got(
          api.POST("/v1/people/{person_id}/changes/undo", { params: { path: { person_id: person } }, body: { change_id: id } }),
        );
        await refresh();
        tell.done("Taken back.", () => void run(undone.change.id));
      };
      const run = async (id: string): Promise<boolean> => {
        if (underWay.has(id)) return false;
        underWay.add(id);
        try {
          await undo(id);
          return true;
        } catch (error) {
          tell.failed(error as Error);
          return false;
        } finally {
          underWay.delete(id);
        }
      };
      return run(change);
    },
    [person, refresh, tell],
  );
}

/** The change that a memory was last written by. */
export async function lastChange(person: string, memory: string): Promise<string | undefined> {
  const events = await got(
    api.GET("/v1/people/{person_id}/memories/{memory_id}/history", { params: { path: { person_id: person, memory_id: memory } } }),
  );
  return events.at(-1)?.change.id;
}
