// Something that happened in memory, as a quiet line: what, a way to see it, a way to take it back.
import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import { usePerson } from "../../shell/person";
import { lastChange, useUndo } from "../../ui/changes";
import { useTell } from "../../ui/toasts";
import type { MemoryEvent } from "./room";

const PERSONS = "👤";

const KINDS = {
  learned: "learned",
  observed: "noticed",
  reinforced: "heard again",
  superseded: "changed to",
  proposed: "for you to decide",
  changed: "changed",
  ended: "no longer so",
  expired: "faded",
  retracted: "taken back",
  restored: "back again",
  forgotten: "forgotten",
  noted: "noted",
  masked: "left out",
  refused: "not taken",
} as const satisfies Record<MemoryEvent["kind"], string>;

const GONE = new Set<MemoryEvent["kind"]>(["forgotten", "retracted", "expired"]);
const UNDONE = new Set<MemoryEvent["kind"]>(["learned", "observed", "reinforced", "superseded", "changed", "ended", "proposed"]);

export function Remembered({ event }: { event: MemoryEvent }) {
  const person = usePerson();
  const undo = useUndo();
  const tell = useTell();
  const own = event.emoji === PERSONS && event.id !== undefined;
  const back = useMutation({
    mutationFn: async () => {
      const change = await lastChange(person, event.id ?? "");
      return change !== undefined && undo(change);
    },
    onError: tell.failed,
  });
  return (
    <p className="remembered small">
      <span aria-hidden="true">{event.emoji}</span>
      <span className="quiet">{KINDS[event.kind] ?? event.kind}</span>
      {own && !GONE.has(event.kind) ? (
        <Link to={`/${person}/memories/${event.id}`} dir="auto">
          {event.text}
        </Link>
      ) : (
        <span dir="auto">{event.text}</span>
      )}
      {event.previous && <span dir="auto">instead of “{event.previous}”</span>}
      {own && UNDONE.has(event.kind) && !back.data && (
        <button type="button" className="link" disabled={back.isPending} onClick={() => back.mutate()} aria-label={`Undo: ${event.text}`}>
          undo
        </button>
      )}
    </p>
  );
}
