// That something waits for a decision, above everything else in memory.
import { Link } from "react-router";
import { usePerson } from "../../shell/person";
import { useSession } from "../../shell/session";
import { counted } from "../../ui/words";
import { useWaiting } from "./asking";
import "./decide.css";

export function ReviewCard() {
  const id = usePerson();
  const { companion } = useSession();
  const many = useWaiting();
  if (many === 0) return null;
  return (
    <p className="review-card">
      <span>
        {companion} has {counted(many, "question", "questions")} for you.
      </span>
      <Link className="button main push" to={`/${id}/memory/review`}>
        Answer
      </Link>
    </p>
  );
}
