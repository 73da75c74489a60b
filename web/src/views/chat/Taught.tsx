// Under a message: what was learned from it, each a way to the memory, with one undo for all of it.
import type { MouseEvent } from "react";
import { Link } from "react-router";
import { usePerson } from "../../shell/person";
import { useUndo } from "../../ui/changes";
import { focusOn } from "../../ui/focus";
import { Button } from "../../ui/parts";
import { sentence } from "../../ui/words";
import { useTaught, type Lesson } from "./taught";

export function Taught({ message }: { message: string }) {
  const person = usePerson();
  const undo = useUndo();
  const lessons = useTaught(message).filter((one) => one.status !== "proposed");
  if (lessons.length === 0) return null;
  const names = lessons.map((one) => sentence(one)).join(" ");
  async function takeBack({ detail }: MouseEvent) {
    if ((await undo({ message_id: message })) && detail === 0) focusOn("saying"); // by keyboard: a phone would show its own
  }
  return (
    <div className="taught small">
      <ul aria-label="Learned from this">
        {lessons.map((one) => (
          <li key={one.id}>
            <span aria-hidden="true">✦</span> <span className="hidden">{LEARNED[one.kind] ?? "Learned"}: </span>
            <Link className={one.status === "active" ? "" : "over"} to={`/${person}/memory/${one.id}`} dir="auto">
              {sentence(one)}
            </Link>
            {one.status !== "active" && <span className="quiet"> no longer true</span>}
          </li>
        ))}
      </ul>
      <Button look="plain" className="tiny" aria-label={`Undo: ${names}`} onClick={takeBack}>
        Undo
      </Button>
    </div>
  );
}

const LEARNED: Partial<Record<Lesson["kind"], string>> = { observation: "Noticed", scene: "Seen" };
