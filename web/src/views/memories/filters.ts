// What is looked for among the memories. It stands in the address, so that coming back finds it again.
import { useMemo } from "react";
import { useSearchParams } from "react-router";

export type Filters = {
  words: string;
  /** By meaning (ranked) instead of by the letters (narrowed). */
  meaning: boolean;
  category: string;
  kind: string;
  about: string;
  status: string;
  since: string;
  until: string;
  asOf: string;
  knownAt: string;
};

const NAMES = ["words", "category", "kind", "about", "status", "since", "until", "asOf", "knownAt"] as const;

/** The filters, and how to change some of them. */
export function useFilters(): [Filters, (changed: Partial<Filters>) => void] {
  const [asked, setAsked] = useSearchParams();
  const filters = useMemo(() => {
    const told = Object.fromEntries(NAMES.map((name) => [name, asked.get(name) ?? ""])) as Omit<Filters, "meaning">;
    return { ...told, meaning: asked.has("meaning") };
  }, [asked]);
  function change(changed: Partial<Filters>) {
    setAsked(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changed)) {
          if (value) next.set(name, value === true ? "1" : value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  }
  return [filters, change];
}

export const CLEAR: Filters = {
  words: "",
  meaning: false,
  category: "",
  kind: "",
  about: "",
  status: "",
  since: "",
  until: "",
  asOf: "",
  knownAt: "",
};

/** How many of the filters behind "more" are set. */
export function furtherSet(one: Filters): number {
  return [one.kind, one.about, one.since, one.until, one.asOf, one.knownAt].filter(Boolean).length;
}

/** A day of the reader's calendar as the moment it begins, or with `days` so many days later. */
export function begins(day: string, days = 0): string | undefined {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return undefined;
  const at = new Date(year, month - 1, date + days);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** The last moment of a day. */
export function ends(day: string): string | undefined {
  const next = begins(day, 1);
  return next && new Date(Date.parse(next) - 1).toISOString();
}
