// What waits for a decision, as it is asked of the server; the count in the navigation asks the same.
import { useQuery } from "@tanstack/react-query";
import { api, got, type Shapes } from "../../api/client";
import { usePerson } from "../../shell/person";

export type Proposal = Shapes["Proposal"];
export type Side = Shapes["ToldObservation"];
export type Pair = { key: string; older: Side; newer: Side };

const MOST = 200;

export function useProposals() {
  const id = usePerson();
  return useQuery({
    queryKey: ["proposals", id],
    queryFn: () =>
      got(api.GET("/v1/people/{person_id}/proposals", { params: { path: { person_id: id }, query: { limit: MOST } } })),
    select: (page) => page.items,
  });
}

export function useConflicts() {
  const id = usePerson();
  return useQuery({
    queryKey: ["conflicts", id],
    queryFn: () =>
      got(api.GET("/v1/people/{person_id}/conflicts", { params: { path: { person_id: id }, query: { limit: MOST } } })),
    select: (page) => pairs(page.items),
  });
}

/** How much waits for a decision. */
export function useWaiting(): number {
  const proposals = useProposals();
  const conflicts = useConflicts();
  return (proposals.data?.length ?? 0) + (conflicts.data?.length ?? 0);
}

/** Each contradiction once: the API lists it from both of its sides. */
function pairs(items: Shapes["Observation"][]): Pair[] {
  const found = new Map<string, Pair>();
  for (const one of items) {
    for (const other of one.contradictions) {
      const [older, newer] = [one, other].sort((a, b) => a.valid_from.localeCompare(b.valid_from) || a.id.localeCompare(b.id));
      if (older && newer) found.set(`${older.id} ${newer.id}`, { key: `${older.id} ${newer.id}`, older, newer });
    }
  }
  return [...found.values()];
}
