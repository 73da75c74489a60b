// Under what somebody said: whether it takes the place of what they said before. It is asked until it is decided, here or anywhere.
import { Button } from "../../ui/parts";
import { onDay } from "../../ui/since";
import { useProposals, type Proposal } from "../decide/asking";
import { useDeciding } from "../decide/deciding";
import { sentence } from "../../ui/words";

export function Contradicts({ message }: { message: string }) {
  const proposals = useProposals();
  return proposals.data
    ?.filter((one) => one.replaces && one.proposal.source.message_id === message)
    .map((one) => <Asked key={one.proposal.id} one={one} />);
}

function Asked({ one: { proposal, replaces } }: { one: Proposal }) {
  const decide = useDeciding(proposal.id, () => document.getElementById("saying")?.focus());
  if (!replaces) return null;
  return (
    <div className="contradicts small" role="group" aria-label={`Update to ${sentence(proposal)}?`}>
      <p>
        Earlier you said “<span dir="auto">{replaces.source.quote ?? sentence(replaces)}</span>” ({onDay(replaces.valid_from)}). Update it?
      </p>
      <div className="row">
        <Button look="main" disabled={decide.isPending} onClick={() => decide.mutate(true)}>
          Yes, update it
        </Button>
        <Button disabled={decide.isPending} onClick={() => decide.mutate(false)}>
          No, keep it
        </Button>
      </div>
    </div>
  );
}
