// Since when something is so, and on which day it was, as one says it.
const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "long" });
const MONTH = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric" });
const WHOLE = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "long", year: "numeric" });

/** "since today", "since 3 March" of this year, "since March 2025" of another. */
export function since(at: string, now = new Date()): string {
  const day = new Date(at);
  if (day > now) return `from ${day.getFullYear() === now.getFullYear() ? DAY.format(day) : WHOLE.format(day)}`;
  const near = nearby(day, now);
  if (near) return `since ${near}`;
  return `since ${day.getFullYear() === now.getFullYear() ? DAY.format(day) : MONTH.format(day)}`;
}

/** "today", "on 3 March", "on 3 March 2025". */
export function onDay(at: string, now = new Date()): string {
  const day = new Date(at);
  return nearby(day, now) ?? `on ${(day.getFullYear() === now.getFullYear() ? DAY : WHOLE).format(day)}`;
}

function nearby(day: Date, now: Date): string | undefined {
  const midnight = (one: Date) => Date.UTC(one.getFullYear(), one.getMonth(), one.getDate());
  return { 0: "today", 1: "yesterday" }[(midnight(now) - midnight(day)) / 86_400_000];
}
