// How much waits for a decision, beside the view's name in the navigation.
import { useConflicts, useProposals } from "./asking";

export function Waiting() {
  const proposals = useProposals();
  const conflicts = useConflicts();
  const many = (proposals.data?.length ?? 0) + (conflicts.data?.length ?? 0);
  if (many === 0) return null;
  return (
    <span className="to-decide">
      {many}
      <span className="hidden"> waiting</span>
    </span>
  );
}
