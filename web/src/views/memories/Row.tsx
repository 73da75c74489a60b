// One memory in a list: what it says, what sort of thing it is, and the words it was heard in.
import { Link, useLocation } from "react-router";
import { usePerson } from "../../shell/person";
import { Quote, Tag, Time } from "../../ui/parts";
import { category, STATUS, sure } from "../../ui/words";
import type { Memory } from "./asking";

const DOUBTED = 0.5;

export function Row({ memory, why }: { memory: Memory; why?: string }) {
  const { search } = useLocation();
  const quote = heard(memory);
  return (
    <li className={memory.status === "active" ? "" : "past"}>
      <div className="row">
        <Link
          className="title"
          id={`memory-${memory.id}`}
          to={`/${usePerson()}/memories/${memory.id}`}
          state={{ search }}
          dir="auto"
        >
          {memory.text}
        </Link>
        <span className="push quiet small">{category(memory.category)}</span>
      </div>
      <Marks memory={memory} />
      {quote ? (
        <Quote text={quote} by={memory.said_by} at={memory.said_at}>
          {why && <span>{reasons(why)}</span>}
        </Quote>
      ) : (
        <p className="quiet small">
          {origin(memory)} · <Time at={memory.created_at} />
          {why && ` · ${reasons(why)}`}
        </p>
      )}
    </li>
  );
}

/** What is out of the ordinary about it. */
function Marks({ memory }: { memory: Memory }) {
  const past = memory.status !== "active";
  const doubted = memory.confidence < DOUBTED;
  if (!past && !doubted) return null;
  return (
    <div className="row">
      {past && <Tag tone={memory.status === "proposed" ? "warn" : ""}>{STATUS[memory.status]}</Tag>}
      {doubted && <Tag>{sure(memory.confidence)}</Tag>}
    </div>
  );
}

/** The words a memory was heard in, where they are more than the memory itself. */
export function heard(memory: Pick<Memory, "source" | "text">): string | null {
  const { quote, message_id } = memory.source;
  return quote && (message_id || quote !== memory.text) ? quote : null;
}

export function origin(memory: Pick<Memory, "source" | "kind">): string {
  if (memory.kind === "observation") return "Noticed";
  const origins = { message: "Heard", person: "Written down by hand", tool: "Noted by the companion", document: "Read", model: "Concluded" };
  return origins[memory.source.kind];
}

/** Reasons without their numbers, which the details of "why this context?" have. */
function reasons(why: string): string {
  return why.replace(/ \([+-][\d.]+\)/g, "").replaceAll(";", ",");
}
