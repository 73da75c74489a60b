// Steps in the log of memories, gathered into what was done, in words.
import type { Shapes } from "../../api/client";
import { counted } from "../../ui/words";

export type Event = Shapes["Event"];
export type Happening = { change: Event["change"]; steps: Event[] };

const DONE: Readonly<Record<string, string>> = {
  learn: "Learned from what was said",
  remember: "Added by hand",
  observe: "Noticed",
  validate: "Confirmed again",
  settle: "A contradiction was settled",
  correct: "Edited",
  profile: "Profile changed",
  accept: "Confirmed",
  decline: "Declined",
  synthesize: "Proposed to you",
  forget: "Forgotten",
  undo: "Undone",
  expire: "Faded: its time was over",
  retention: "Deleted after the time you set",
  import: "Imported",
  episode: "A conversation was summed up",
  say: "Said",
  delete: "Message deleted",
  edit: "Message reworded",
  end: "Conversation over",
  evolve: "Changed its mind",
  reinforce: "Held more strongly",
  retract: "Retracted",
  repair: "Repaired: it matches what was said again",
  merge: "Found to be the same person",
  split: "Told apart again",
};

/** Causes that are not taken back from here: what upkeep did is over, and some have a way of their own. */
const FINAL: ReadonlySet<string> = new Set(["expire", "retention", "synthesize", "import", "merge", "split", "index", "end", "reindex", "repair"]);

export function undoable({ cause, undone_by: undone }: Event["change"]): boolean {
  return undone === null && !FINAL.has(cause);
}

/** The events of one change together, in the order in which they came. */
export function happenings(events: readonly Event[]): Happening[] {
  const found: Happening[] = [];
  for (const one of events) {
    const last = found.at(-1);
    if (last?.change.id === one.change.id) last.steps.push(one);
    else found.push({ change: one.change, steps: [one] });
  }
  return found;
}

export function done({ change: { cause }, steps }: Happening): string {
  const onlyEnded = cause === "correct" && steps.every(({ before, after }) => before && after?.superseded_by === null && after.status === "superseded");
  return onlyEnded ? "Marked as no longer true" : (DONE[cause] ?? "Changed");
}

/** What a step did to its memory, where the cause does not say it. */
export function became({ before, after }: Event): string | null {
  if (!before || !after) return null;
  if (before.status !== after.status) {
    const words: Partial<Record<typeof after.status, string>> = {
      superseded: "no longer true",
      retracted: "undone",
      expired: "faded",
      active: "true again",
    };
    return before.status === "proposed" && after.status === "active" ? "confirmed" : (words[after.status] ?? null);
  }
  return after.confidence > before.confidence ? "surer now" : null;
}

/** What the API says in the place of words that were forgotten. */
export const FORGOTTEN = "[forgotten]";

export function more(many: number): string {
  return `and ${counted(many, "other", "others")}`;
}
