// Days of counts, gathered into weeks, months or years.
import type { Shapes } from "../../api/client";

export type Counts = Shapes["Counts"];
export type Span = "week" | "month" | "year";
/** About how many days each has. */
export const LENGTHS: Readonly<Record<Span, number>> = { week: 7, month: 30.4, year: 365.25 };
export type Kind = keyof Counts["kinds"];
export type Piece = { at: Date; kinds: Partial<Record<Kind, number>> };

/** Every week, month or year from the first with something to the last: those with nothing too. */
export function gathered(days: Counts["days"], span: Span): Piece[] {
  const found = new Map<number, Piece>();
  for (const { day, memories } of days) {
    const at = begin(new Date(`${day}T00:00:00`), span);
    const piece = found.get(at.getTime()) ?? { at, kinds: {} };
    for (const [kind, many] of Object.entries(memories) as [Kind, number][]) {
      piece.kinds[kind] = (piece.kinds[kind] ?? 0) + many;
    }
    found.set(at.getTime(), piece);
  }
  const times = [...found.keys()];
  const pieces: Piece[] = [];
  for (let at = new Date(Math.min(...times)); at.getTime() <= Math.max(...times); at = after(at, span)) {
    pieces.push(found.get(at.getTime()) ?? { at, kinds: {} });
  }
  return pieces;
}

function begin(day: Date, span: Span): Date {
  if (span === "year") return new Date(day.getFullYear(), 0, 1);
  const date = span === "month" ? 1 : day.getDate() - ((day.getDay() + 6) % 7); // weeks begin on Monday
  return new Date(day.getFullYear(), day.getMonth(), date);
}

function after(at: Date, span: Span): Date {
  const [years, months, days] = { week: [0, 0, 7], month: [0, 1, 0], year: [1, 0, 0] }[span] as [number, number, number];
  return new Date(at.getFullYear() + years, at.getMonth() + months, at.getDate() + days);
}
