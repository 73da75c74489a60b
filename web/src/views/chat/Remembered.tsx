// Something that happened in memory and belongs to no message: it went, came back, was left out or was noted.
import { Link } from "react-router";
import { usePerson } from "../../shell/person";
import type { MemoryEvent } from "./room";

const PERSONS = "👤";

/** What a message taught stands below that message: it is not told here as well. */
const KINDS: Partial<Record<MemoryEvent["kind"], string>> = {
  ended: "No longer true",
  expired: "Faded",
  retracted: "Undone",
  restored: "Back again",
  forgotten: "Forgotten",
  noted: "Noted",
  masked: "Not kept",
  refused: "Not kept",
};

export function Remembered({ event }: { event: MemoryEvent }) {
  const person = usePerson();
  const told = KINDS[event.kind];
  if (!told) return null;
  const linked = event.emoji === PERSONS && event.id !== undefined && (event.kind === "ended" || event.kind === "restored");
  return (
    <p className="remembered small">
      <span className="quiet">{told}:</span>
      {linked ? (
        <Link to={`/${person}/memory/${event.id}`} dir="auto">
          {event.text}
        </Link>
      ) : (
        <span dir="auto">{event.text}</span>
      )}
    </p>
  );
}
