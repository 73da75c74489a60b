// Forgetting memories: what goes with them is shown first, and for a while afterwards it can be undone.
import { useMutation, useQuery } from "@tanstack/react-query";
import { api, got, type Shapes } from "../../api/client";
import { usePerson } from "../../shell/person";
import { useRefresh, useUndo } from "../../ui/changes";
import { Choice, Dialog } from "../../ui/dialog";
import { Asked } from "../../ui/states";
import { useTell } from "../../ui/toasts";
import type { Memory } from "./asking";
import { amount, Going } from "./Going";

type Forgotten = Shapes["Forgotten"];
type Ask = { memories: readonly Memory[]; close: () => void; done?: () => void | Promise<void> };

export function Forget({ memories, close, done }: Ask) {
  const person = usePerson();
  const refresh = useRefresh();
  const undo = useUndo();
  const tell = useTell();
  const ids = memories.map((one) => one.id);
  const forget = (id: string, preview: boolean) =>
    got(
      api.DELETE("/v1/people/{person_id}/memories/{memory_id}", {
        params: { path: { person_id: person, memory_id: id }, query: { preview } },
      }),
    );
  const going = useQuery({
    queryKey: ["going", ids], // not the person's: what is gone is not asked for again
    gcTime: 0,
    queryFn: async () => together(await Promise.all(ids.map((id) => forget(id, true)))),
  });
  const doing = useMutation({
    mutationFn: async () => {
      const changes: string[] = [];
      for (const id of ids) {
        const { change_id } = await forget(id, false);
        if (change_id) changes.push(change_id);
      }
      return changes;
    },
    onSuccess: async (changes) => {
      close();
      await done?.();
      void refresh(ids.length === 1 ? ids[0] : undefined);
      tell.done(`Forgotten: ${going.data ? amount(going.data) : "that"}.`, () => undo(changes));
    },
    onError: () => void refresh(),
  });
  return (
    <Dialog title={ids.length === 1 ? "Forget this?" : `Forget these ${ids.length}?`} close={close}>
      <Asked of={going} what="what would go">
        {(what) => <Going what={what} />}
      </Asked>
      <Choice
        doing="Forget"
        danger
        busy={!going.data || doing.isPending}
        wrong={doing.error?.message}
        yes={() => doing.mutate()}
        close={close}
      />
    </Dialog>
  );
}

/** What several would take, as one: each memory and message once. */
function together(all: readonly Forgotten[]): Forgotten {
  const memories = new Map(all.flatMap((one) => one.memories).map((one) => [one.id, one]));
  const messages = new Map<string, Forgotten["messages"][number]>();
  for (const one of all.flatMap((each) => each.messages)) {
    const words = [...new Set([...(messages.get(one.id)?.words ?? []), ...one.words])];
    messages.set(one.id, { ...one, words });
  }
  return {
    change_id: null,
    memories: [...memories.values()],
    messages: [...messages.values()],
    page: all.some((one) => one.page),
    beside: all.some((one) => one.beside),
    past: all.some((one) => one.past),
  };
}
