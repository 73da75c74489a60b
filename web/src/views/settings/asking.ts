// What the person decided, and changing it; a decision is taken back by deciding as before.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, got, type Shapes } from "../../api/client";
import { usePerson } from "../../shell/person";
import { useRefresh } from "../../ui/changes";
import { useTell } from "../../ui/toasts";

export type Settings = Shapes["Settings"];
export type Decision = { change: Partial<Shapes["Decide"]>; told: string; back?: Partial<Shapes["Decide"]> };

export function useSettings() {
  const id = usePerson();
  return useQuery({
    queryKey: ["settings", id],
    queryFn: () => got(api.GET("/v1/people/{person_id}/settings", { params: { path: { person_id: id } } })),
  });
}

/** Decide; shown at once, since it can be decided as before. */
export function useDecide() {
  const id = usePerson();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const tell = useTell();
  const key = ["settings", id];
  const decide = useMutation({
    mutationFn: ({ change }: Decision) =>
      got(api.PATCH("/v1/people/{person_id}/settings", { params: { path: { person_id: id } }, body: change as Shapes["Decide"] })),
    onMutate: async ({ change }) => {
      await queries.cancelQueries({ queryKey: key });
      const before = queries.getQueryData<Settings>(key);
      if (before) queries.setQueryData<Settings>(key, { ...before, ...change });
      return before;
    },
    onSuccess: (_settings, { told, back }) =>
      tell.done(told, back && (() => decide.mutate({ change: back, told: "As it was before." }))),
    onError: (error, _wanted, before) => {
      queries.setQueryData(key, before);
      tell.failed(error);
    },
    onSettled: () => refresh(),
  });
  return decide;
}
