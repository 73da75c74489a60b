// Something that happened in memory and belongs to no message: it went, came back, was left out or was noted.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { sentence } from "../../ui/words";
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
  const { emoji, id = "" } = event;
  const happened = useQuery({
    queryKey: ["remembered", person, id],
    enabled: told !== undefined && emoji === PERSONS && id !== "",
    queryFn: () =>
      got(api.GET("/v1/people/{person_id}/memories/{memory_id}/history", { params: { path: { person_id: person, memory_id: id } } })),
  });
  const last = happened.data?.at(-1);
  const memory = last?.after ?? last?.before;
  const text = memory ? sentence(memory) : event.text;
  if (!told) return null;
  const linked = emoji === PERSONS && id !== "" && (event.kind === "ended" || event.kind === "restored");
  return (
    <p className="remembered small">
      <span className="quiet">{told}:</span>
      {linked ? (
        <Link to={`/${person}/memory/${id}`} dir="auto">
          {text}
        </Link>
      ) : (
        <span dir="auto">{text}</span>
      )}
    </p>
  );
}
