// How strong an opinion was over time, read off the changes of the companion's own memory.
import type { Event } from "./asking";

export type Point = { at: string; strength: number; what: string };

const WHAT: Readonly<Record<string, string>> = { remember: "formed", reinforce: "stronger", evolve: "changed its mind", accept: "accepted", undo: "undone" };

/** The points of one opinion and of what it superseded, the oldest first. `events` are the newest first. */
export function strengths(events: readonly Event[], opinion: string): Point[] {
  const line = new Set([opinion]);
  const points: Point[] = [];
  for (const { before, after, at, change } of events) {
    if (!after || !line.has(after.id)) continue;
    if (after.supersedes) line.add(after.supersedes);
    const same = before?.status === "active" && before.confidence === after.confidence;
    if (after.status === "active" && !same) points.push({ at, strength: after.confidence, what: WHAT[change.cause] ?? (before ? "changed" : "formed") });
  }
  return points.reverse();
}
