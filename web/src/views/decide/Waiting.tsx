// How much waits for a decision, beside the place's name in the navigation.
import { useWaiting } from "./asking";

export function Waiting() {
  const many = useWaiting();
  if (many === 0) return null;
  return (
    <span className="badge">
      {many}
      <span className="hidden"> to confirm</span>
    </span>
  );
}
