// What is looked for in memory. It stands in the address, so that coming back finds it again.
import { useMemo } from "react";
import { useSearchParams } from "react-router";

const NAMES = ["words", "category", "kind", "about", "status", "since", "until", "asOf", "knownAt"] as const;

export type Filters = Record<(typeof NAMES)[number], string>;

export const CLEAR: Filters = { words: "", category: "", kind: "", about: "", status: "", since: "", until: "", asOf: "", knownAt: "" };

/** The filters, and how to change some of them. */
export function useFilters(): [Filters, (changed: Partial<Filters>) => void] {
  const [asked, setAsked] = useSearchParams();
  const filters = useMemo(() => Object.fromEntries(NAMES.map((name) => [name, asked.get(name) ?? ""])) as Filters, [asked]);
  function change(changed: Partial<Filters>) {
    setAsked(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changed)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  }
  return [filters, change];
}

/** How many of the filters behind the button are set. */
export function filtersSet({ words: _words, ...others }: Filters): number {
  return Object.values(others).filter(Boolean).length;
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
