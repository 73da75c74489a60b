// Steps in the log of memories, gathered into what was done, in words.
import type { Shapes } from "../../api/client";
import { counted } from "../../ui/words";

export type Event = Shapes["Event"];
export type Happening = { change: Event["change"]; steps: Event[] };

const DONE: Readonly<Record<string, string>> = {
  learn: "Learned from what was said",
  remember: "Told to remember",
  observe: "Noticed",
  validate: "Confirmed",
  settle: "Settled what contradicted itself",
  correct: "Corrected",
  profile: "Profile changed",
  accept: "Accepted",
  decline: "Declined",
  synthesize: "Proposed",
  forget: "Forgotten",
  undo: "Taken back",
  expire: "Its time was over",
  retention: "Kept no longer, as decided",
  import: "Imported",
  say: "Said",
  delete: "Message deleted",
  edit: "Message reworded",
  end: "Conversation over",
  evolve: "Changed its mind",
  reinforce: "Grew surer",
  retract: "Retracted",
  merge: "Found to be the same person",
  split: "Told apart again",
};

/** Causes that are not taken back from here: what upkeep did is over, and some have a way of their own. */
const FINAL: ReadonlySet<string> = new Set(["expire", "retention", "synthesize", "import", "merge", "split", "index", "end", "reindex"]);

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

export function done(cause: string): string {
  return DONE[cause] ?? "Changed";
}

/** What a step did to its memory, where the cause does not say it. */
export function became({ before, after }: Event): string | null {
  if (!before || !after) return null;
  if (before.status !== after.status) {
    const words: Partial<Record<typeof after.status, string>> = {
      superseded: "no longer so",
      retracted: "taken back",
      expired: "faded",
      active: "so again",
    };
    return before.status === "proposed" && after.status === "active" ? "so now" : (words[after.status] ?? null);
  }
  return after.confidence > before.confidence ? "surer now" : null;
}

/** What the API says in the place of words that were forgotten. */
export const FORGOTTEN = "[forgotten]";

export function more(many: number): string {
  return `and ${counted(many, "other", "others")}`;
}
