// Reading memories: a list that goes on, what answers a question, and one with all that belongs to it.
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, got, type Shapes } from "../../api/client";
import { usePerson } from "../../shell/person";
import { begins, ends, type Filters } from "./filters";

export type Memory = Shapes["Sourced"];
export type Hit = Shapes["Hit"];

const EVERY_STATUS = ["active", "proposed", "superseded", "expired"] as const;
type Status = (typeof EVERY_STATUS)[number];
const BEST = 60;

/** Memories, the newest first, fifty at a time. */
export function useList(filters: Filters) {
  const person = usePerson();
  return useInfiniteQuery({
    queryKey: ["memories", person, filters],
    enabled: !filters.meaning,
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      got(
        api.GET("/v1/people/{person_id}/memories", {
          params: {
            path: { person_id: person },
            query: { ...asQuery(filters), order: "newest", ...(pageParam ? { cursor: pageParam } : {}) },
          },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

function asQuery(filters: Filters) {
  const { words, category, kind, about, status } = filters;
  const dated = Boolean(filters.asOf || filters.knownAt);
  return defined({
    words,
    category,
    kind: kind as Shapes["Kind"] | "",
    about: about as Shapes["About"] | "",
    status: dated || !status ? undefined : status === "every" ? [...EVERY_STATUS] : [status as Status],
    since: begins(filters.since),
    until: begins(filters.until, 1),
    as_of: ends(filters.asOf),
    known_at: ends(filters.knownAt),
  });
}

/** What is really there: an empty text or nothing is not asked for. */
function defined<T extends object>(asked: T): { [K in keyof T]?: Exclude<T[K], undefined | ""> } {
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined && value !== "")) as {
    [K in keyof T]?: Exclude<T[K], undefined | "">;
  };
}

/** What answers a question, best first. */
export function useRanked(filters: Filters) {
  const person = usePerson();
  return useQuery({
    queryKey: ["recalled", person, filters],
    enabled: filters.meaning && filters.words.trim() !== "",
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const found = await got(
        api.POST("/v1/people/{person_id}/memories/search", {
          params: { path: { person_id: person } },
          body: {
            query: filters.words,
            limit: BEST,
            messages: false,
            ...defined({ as_of: ends(filters.asOf), known_at: ends(filters.knownAt) }),
          },
        }),
      );
      return { hits: found.hits.filter((one) => fits(one, filters)), degraded: found.degraded };
    },
  });
}

function fits(one: Hit, { category, kind, about, since, until }: Filters): boolean {
  const at = Date.parse(one.valid_from);
  return (
    (!category || one.category === category) &&
    (!kind || one.kind === kind) &&
    (!about || one.about === about) &&
    at >= Date.parse(begins(since) ?? "0000-01-01") &&
    at < Date.parse(begins(until, 1) ?? "9999-01-01")
  );
}

/** One memory, what stood in its place before and after, and everything that happened to it. */
export function useMemory(memory: string) {
  const person = usePerson();
  return useQuery({
    queryKey: ["memory", person, memory],
    queryFn: async () => {
      const params = { path: { person_id: person, memory_id: memory } };
      const [one, line, events] = await Promise.all([
        got(api.GET("/v1/people/{person_id}/memories/{memory_id}", { params })),
        got(api.GET("/v1/people/{person_id}/memories/{memory_id}/timeline", { params })),
        got(api.GET("/v1/people/{person_id}/memories/{memory_id}/history", { params })),
      ]);
      return { one, line, events };
    },
  });
}
