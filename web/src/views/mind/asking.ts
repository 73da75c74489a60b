// The companion's own memory, as it is asked of the server and changed there.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, got, type Shapes } from "../../api/client";
import { useTell } from "../../ui/toasts";

export type Opinion = Shapes["Opinion"];
export type Event = Shapes["Event"];
export type Field = keyof Omit<Shapes["SelfProfile"], "opinions">;

const PIECE = 200;
const MOST_PIECES = 10;

export function useOpinions() {
  return useQuery({
    queryKey: ["mind", "opinions"],
    queryFn: async () => {
      const [thought, held] = await Promise.all([
        got(api.GET("/v1/opinions", { params: { query: { include_retracted: true, limit: PIECE } } })),
        got(api.GET("/v1/opinions", { params: { query: { held: true, limit: PIECE } } })),
      ]);
      const known = new Set(held.items.map((one) => one.id));
      return { held: held.items, thought: thought.items.filter((one) => !known.has(one.id) && one.status !== "proposed") };
    },
  });
}

/** What people are called, by their ids: opinions say whom they concern by id. */
export function useNames(): ReadonlyMap<string, string> {
  const people = useQuery({
    queryKey: ["people"],
    queryFn: () => got(api.GET("/v1/people", { params: { query: { limit: PIECE } } })),
  });
  return new Map(people.data?.items.map((one) => [one.id, one.nickname ?? one.name]));
}

export function useSelf() {
  return useQuery({
    queryKey: ["mind", "self"],
    queryFn: () => got(api.GET("/v1/self", { params: { query: { limit: PIECE } } })),
  });
}

export function useSelfObservations() {
  return useQuery({
    queryKey: ["mind", "observations"],
    queryFn: () => got(api.GET("/v1/self-observations", { params: { query: { limit: PIECE } } })),
  });
}

/** What changes did to the companion's own memory, the newest first, as far back as a few pages go. */
export function useMindChanges() {
  return useQuery({
    queryKey: ["mind", "changes"],
    queryFn: async () => {
      const events: Event[] = [];
      let cursor: string | null = null;
      for (let piece = 0; piece < MOST_PIECES; piece += 1) {
        const page: { items: Event[]; next_cursor: string | null } = await got(
          api.GET("/v1/companion/changes", { params: { query: { limit: PIECE, ...(cursor === null ? {} : { cursor }) } } }),
        );
        events.push(...page.items);
        cursor = page.next_cursor;
        if (cursor === null) break;
      }
      return events;
    },
  });
}

/** Change the companion's mind: said when done, with its way back, and seen everywhere. */
export function useChanging<V, R>(doing: (wanted: V) => Promise<R>, told: (result: R, wanted: V) => string) {
  const queries = useQueryClient();
  const tell = useTell();
  const refresh = () => queries.invalidateQueries({ queryKey: ["mind"] });
  const undo = async (change: string): Promise<void> => {
    try {
      const undone = await got(api.POST("/v1/opinions/undo", { body: { change_id: change } }));
      await refresh();
      tell.done("Undone.", () => void undo(undone.change.id));
    } catch (error) {
      tell.failed(error as Error);
    }
  };
  return useMutation({
    mutationFn: doing,
    onSuccess: async (result, wanted) => {
      const newest = (await got(api.GET("/v1/companion/changes", { params: { query: { limit: 1 } } }))).items[0]?.change.id;
      tell.done(told(result, wanted), newest ? () => void undo(newest) : undefined);
      await refresh();
    },
    onError: (error) => tell.failed(error),
  });
}
