// A profile as fields: as the API takes it, what was changed in it, and how two changes of one come together.
import type { Shapes } from "../../api/client";
import { capital } from "../../ui/words";

export type Profile = Shapes["Profile"];
export type Fields = Required<Shapes["Fields"]>;
export type Text = "display_name" | "nickname" | "pronouns" | "relationship" | "style" | "notes" | "face_image";
export type List = "preferences" | "values" | "interests" | "hobbies";

/** Something that both sides made something else of. `name` is the row of the background, or empty. */
export type Clash = { field: Text | "background"; name: string; theirs: string; mine: string };

export const LABELS: Readonly<Record<Text | List | "background", string>> = {
  display_name: "Name",
  nickname: "Nickname",
  pronouns: "Pronouns",
  relationship: "What you are to each other",
  style: "How you talk",
  notes: "Notes",
  face_image: "Picture of the face",
  preferences: "How to talk with you",
  values: "Values",
  interests: "Interests",
  hobbies: "Hobbies",
  background: "Background",
};

export const TEXTS: readonly Text[] = ["display_name", "nickname", "pronouns", "relationship", "style", "notes", "face_image"];
export const LISTS: readonly List[] = ["preferences", "values", "interests", "hobbies"];

export function fieldsOf({ communication, last_updated: _at, ...rest }: Profile): Fields {
  return { ...rest, style: communication.style, preferences: communication.preferences };
}

/** How many fields differ. */
export function changed(shown: Fields, wanted: Fields): number {
  const texts = TEXTS.filter((name) => said(shown[name]) !== said(wanted[name])).length;
  const lists = LISTS.filter((name) => JSON.stringify([...shown[name]].sort()) !== JSON.stringify([...wanted[name]].sort())).length;
  const rows = names(shown, wanted).filter((name) => said(shown.background[name]) !== said(wanted.background[name])).length;
  return texts + lists + rows;
}

/** Mine on top of what there is now; where both changed the same, mine stands and the clash is told. */
export function rebased(shown: Fields, mine: Fields, now: Fields): { wanted: Fields; clashes: Clash[] } {
  const clashes: Clash[] = [];
  const one = (field: Clash["field"], name: string, was: string, own: string, theirs: string): string => {
    if (own === was) return theirs;
    if (theirs !== was && theirs !== own) clashes.push({ field, name, theirs, mine: own });
    return own;
  };
  const wanted = { ...mine };
  for (const name of TEXTS) wanted[name] = one(name, "", said(shown[name]), said(mine[name]), said(now[name]));
  for (const name of LISTS) {
    const gone = shown[name].filter((entry) => !mine[name].includes(entry));
    const fresh = mine[name].filter((entry) => !shown[name].includes(entry) && !now[name].includes(entry));
    wanted[name] = [...now[name].filter((entry) => !gone.includes(entry)), ...fresh];
  }
  const rows = [...new Set([...names(now, mine), ...Object.keys(shown.background)])].map((name) => {
    const [was, own, theirs] = [shown, mine, now].map((side) => said(side.background[name])) as [string, string, string];
    return [name, one("background", name, was, own, theirs)] as const;
  });
  wanted.background = Object.fromEntries(rows.filter(([, text]) => text));
  return { wanted, clashes };
}

/** Take their side of a clash. */
export function yielded(wanted: Fields, { field, name, theirs }: Clash): Fields {
  if (field !== "background") return { ...wanted, [field]: theirs };
  const { [name]: _mine, ...rest } = wanted.background;
  return { ...wanted, background: theirs ? { ...rest, [name]: theirs } : rest };
}

export function labelOf({ field, name }: Clash): string {
  return field === "background" ? capital(name.replaceAll("_", " ")) : LABELS[field];
}

/** What the API takes: what is empty is left out. */
export function sent(fields: Fields): Shapes["Fields"] {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, said(fields[name]).trim() || null]));
  const rows = Object.entries(fields.background).filter(([name, text]) => name.trim() && text.trim());
  return { ...fields, ...texts, display_name: fields.display_name, background: Object.fromEntries(rows) };
}

function said(text: string | null | undefined): string {
  return text ?? "";
}

function names(one: Fields, other: Fields): string[] {
  return [...new Set([...Object.keys(one.background), ...Object.keys(other.background)])];
}
