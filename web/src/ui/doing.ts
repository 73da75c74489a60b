// Doing something to the person's memory: it is said when it is done, with its way back, and seen everywhere.
import { useMutation } from "@tanstack/react-query";
import { useRefresh, useUndo } from "./changes";
import { useTell } from "./toasts";

export type Done = { text: string; change?: string | readonly string[] | null | undefined; back?: () => void };

/** A mutation that tells what it did; `told` names the change that Undo takes back, or another way `back`. */
export function useDoing<V, R>(doing: (wanted: V) => Promise<R>, told: (result: R, wanted: V) => Done | Promise<Done>) {
  const refresh = useRefresh();
  const undo = useUndo();
  const tell = useTell();
  return useMutation({
    mutationFn: doing,
    onSuccess: async (result, wanted) => {
      const { text, change, back } = await told(result, wanted);
      tell.done(text, change ? () => undo(change) : back);
      await refresh();
    },
    onError: (error) => tell.failed(error),
  });
}
