// One memory as a card: the sentence, the words it came from, since when, and what one can do with it in place.
import { Link, useLocation } from "react-router";
import { usePerson } from "../../shell/person";
import { Tag } from "../../ui/parts";
import { since } from "../../ui/since";
import { category, sentence, STATUS, sure } from "../../ui/words";
import { Actions } from "./Actions";
import { usePinned, type Memory } from "./asking";
import { Picture } from "./Picture";
import { useSelection } from "./select";

const DOUBTED = 0.5;

/** Under a `titled` topic a card does not say its category again. */
export function Cards({ memories, titled = false }: { memories: readonly Memory[]; titled?: boolean }) {
  return (
    <ul className="memories">
      {memories.map((one) => (
        <Card key={one.id} memory={one} titled={titled} />
      ))}
    </ul>
  );
}

function Card({ memory, titled }: { memory: Memory; titled: boolean }) {
  const { search } = useLocation();
  const selection = useSelection();
  const quote = heard(memory);
  const chosen = selection?.chosen.has(memory.id) ?? false;
  return (
    <li className={`memory ${memory.status === "active" ? "" : "past"} ${chosen ? "chosen" : ""}`} tabIndex={-1}>
      <div className="head">
        {selection && (
          <input type="checkbox" aria-label={`Select: ${sentence(memory)}`} checked={chosen} onChange={() => selection.toggle(memory)} />
        )}
        <Link className="title" id={`memory-${memory.id}`} to={`/${usePerson()}/memory/${memory.id}`} state={{ search }} dir="auto">
          {sentence(memory)}
        </Link>
      </div>
      {memory.kind === "scene" && <Picture memory={memory} />}
      {quote && (
        <blockquote className="origin small" dir="auto">
          {quote}
        </blockquote>
      )}
      <div className="row foot">
        <span className="quiet small aside">
          {!titled && <span>{category(memory.category)}</span>}
          <span>{when(memory)}</span>
          {!quote && <span>{origin(memory)}</span>}
        </span>
        <Marks memory={memory} />
        {!selection && <Actions memory={memory} />}
      </div>
    </li>
  );
}

/** What is out of the ordinary about it. */
function Marks({ memory }: { memory: Memory }) {
  const pinned = usePinned().has(memory.id);
  return (
    <>
      {pinned && <Tag>Pinned</Tag>}
      {memory.status !== "active" && <Tag tone={memory.status === "proposed" ? "warn" : ""}>{STATUS[memory.status]}</Tag>}
      {memory.confidence < DOUBTED && <Tag>{sure(memory.confidence)}</Tag>}
    </>
  );
}

export function when({ valid_from: from, valid_to: to }: Pick<Memory, "valid_from" | "valid_to">): string {
  return to && Date.parse(to) < Date.now() ? `${since(from)}, until ${since(to).replace(/^since /, "")}` : since(from);
}

/** The words a memory came from, where they are more than the memory itself. */
export function heard(memory: Pick<Memory, "source" | "text">): string | null {
  const { quote, message_id } = memory.source;
  if (memory.text.startsWith("“")) return null; // a note is in the person's own words already
  return quote && (message_id || quote !== memory.text) ? quote : null;
}

export function origin(memory: Pick<Memory, "source" | "kind">): string {
  if (memory.kind === "observation") return "noticed";
  if (memory.kind === "scene") return "added as a picture";
  return { message: "from a message", person: "added by hand", tool: "noted by the companion", document: "read", model: "concluded" }[
    memory.source.kind
  ];
}
