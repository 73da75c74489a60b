// What the API says in names and numbers, in words for people.
import type { Shapes } from "../api/client";

type Memory = Shapes["Memory"];

const CATEGORIES: Readonly<Record<string, string>> = {
  fact: "Fact",
  preference: "Preference",
  health: "Health",
  event: "Event",
  feeling: "Feeling",
  other: "Other",
  scene: "Picture",
};

export const STATUS = {
  active: "True now",
  proposed: "To confirm",
  superseded: "No longer true",
  expired: "Faded",
  retracted: "Undone",
} as const satisfies Record<Memory["status"], string>;

export const KIND = {
  fact: "Said",
  observation: "Noticed",
  opinion: "Opinion",
  scene: "Picture",
  episode: "Conversation",
  passage: "Document",
  message: "Message",
} as const satisfies Record<Memory["kind"], string>;

/** A category's name, also of one that a companion brought along: `relationship_dynamic` is "Relationship dynamic". */
export function category(name: string): string {
  return CATEGORIES[name] ?? capital(name.replaceAll("_", " "));
}

export function sure(confidence: number): string {
  if (confidence >= 0.95) return "certain";
  if (confidence >= 0.75) return "quite sure";
  if (confidence >= 0.5) return "fairly sure";
  return confidence >= 0.3 ? "not so sure" : "hardly more than a guess";
}

export function weight(importance: number): string {
  if (importance >= 0.8) return "very important";
  if (importance >= 0.6) return "important";
  return importance >= 0.35 ? "of some importance" : "of little importance";
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** As it begins a sentence; a file's name is left as it is. */
export function capital(text: string): string {
  return /^\S+\.\w/.test(text) ? text : text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** "1 memory", "3 memories". */
export function counted(many: number, one: string, more: string): string {
  return `${many.toLocaleString()} ${many === 1 ? one : more}`;
}

/** The letter that stands for a name. */
export function initial(name: string): string {
  return [...name.trim()][0]?.toLocaleUpperCase() ?? "?";
}

/** A sentence among others, in quotation marks, which one in the person's own words has already. */
export function quoted(memory: Pick<Memory, "text" | "to_you">): string {
  const said = sentence(memory);
  return said.startsWith("“") ? said : `“${said}”`;
}

/** A memory as it is shown to the person: in their own words where it was kept so, else in the second person. */
export function sentence({ text, to_you }: Pick<Memory, "text" | "to_you">): string {
  return (text.startsWith("“") ? text : to_you).replace(DATED, inWords);
}

/** The day or month that a sentence ends with, in brackets. */
const DATED = /(?<=[([])\d{4}-\d{2}(?:-\d{2})?(?=[)\]]\.?$)/;

function inWords(day: string): string {
  const [year = 0, month = 1, date] = day.split("-").map(Number);
  const shown = new Intl.DateTimeFormat(undefined, { ...(date && { day: "numeric" }), month: "long", year: "numeric" });
  return shown.format(new Date(year, month - 1, date ?? 1));
}
