// Reading memories: a list that goes on, the first of a sort, what answers a question, and one with all that belongs to it.
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, got, type Shapes } from "../../api/client";
import { usePerson } from "../../shell/person";
import { begins, CLEAR, ends, type Filters } from "./filters";

export type Memory = Shapes["Sourced"];
export type Topic = { title: string; sort: Partial<Filters> };

const EVERY_STATUS = ["active", "proposed", "superseded", "expired"] as const;
type Status = (typeof EVERY_STATUS)[number];
const BEST = 20;
/** A memory that shares no word with what is looked for is shown from this nearness on. */
const NEAR = 2;

/** Memories, the newest first, fifty at a time. */
export function useList(filters: Filters) {
  const person = usePerson();
  return useInfiniteQuery({
    queryKey: ["memories", person, filters],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => list(person, filters, pageParam ? { cursor: pageParam } : {}),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

/** The newest few of each topic, and whether there are more; a topic with none is left out. */
export function useTopics(topics: readonly Topic[], few: number) {
  const person = usePerson();
  return useQuery({
    queryKey: ["memories", person, "topics", few],
    queryFn: async () => {
      const pages = await Promise.all(topics.map(({ sort }) => list(person, { ...CLEAR, ...sort }, { limit: few })));
      return topics
        .map((topic, at) => ({ ...topic, items: pages[at]?.items ?? [], more: pages[at]?.next_cursor != null }))
        .filter(({ items }) => items.length > 0);
    },
  });
}

function list(person: string, filters: Filters, piece: { cursor?: string; limit?: number }) {
  return got(
    api.GET("/v1/people/{person_id}/memories", {
      params: { path: { person_id: person }, query: { ...asQuery(filters), order: "newest", ...piece } },
    }),
  );
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

/** Memories that mean something like what is looked for, and messages that speak of it, best first. */
export function useFound(filters: Filters) {
  const person = usePerson();
  const params = { path: { person_id: person } };
  return useQuery({
    queryKey: ["found", person, filters],
    enabled: filters.words.trim() !== "",
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const { words: query, asOf, knownAt } = filters;
      const [recalled, said] = await Promise.all([
        got(
          api.POST("/v1/people/{person_id}/memories/search", {
            params,
            body: { query, limit: BEST, messages: false, ...defined({ as_of: ends(asOf), known_at: ends(knownAt) }) },
          }),
        ),
        got(api.POST("/v1/people/{person_id}/messages/search", { params, body: { topic: query, whose: "both", limit: BEST } })),
      ]);
      return {
        related: recalled.hits.filter((one) => isNear(one.features) && fits(one, filters)),
        messages: said.quotes,
        degraded: recalled.degraded,
      };
    },
  });
}

function isNear(features: Readonly<Record<string, number>>): boolean {
  return (features["lex"] ?? 0) > 0 || (features["dense"] ?? 0) >= NEAR;
}

function fits(one: Memory, { category, kind, about, status, since, until }: Filters): boolean {
  const at = Date.parse(one.valid_from);
  return (
    (!category || one.category === category) &&
    (!kind || one.kind === kind) &&
    (!about || one.about === about) &&
    (!status || status === "every" || one.status === status) &&
    at >= Date.parse(begins(since) ?? "0000-01-01") &&
    at < Date.parse(begins(until, 1) ?? "9999-01-01")
  );
}

/** The ids of the memories that are pinned: every context begins with them. */
export function usePinned(): ReadonlySet<string> {
  const person = usePerson();
  const { data } = useQuery({
    queryKey: ["pinned", person],
    queryFn: () => got(api.GET("/v1/people/{person_id}/pinned", { params: { path: { person_id: person } } })),
    select: idsOf,
  });
  return data ?? NONE;
}

const NONE: ReadonlySet<string> = new Set();

function idsOf(memories: readonly { id: string }[]): ReadonlySet<string> {
  return new Set(memories.map(({ id }) => id));
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
