// The numbers and names behind a memory, for whoever wants them.
import type { ReactNode } from "react";
import { Time } from "../../ui/parts";
import { KIND, percent } from "../../ui/words";
import type { Memory } from "./asking";

export function Details({ memory }: { memory: Memory }) {
  const told: [string, ReactNode][] = [
    ["Kind", KIND[memory.kind]],
    ["How sure", percent(memory.confidence)],
    ["How important", percent(memory.importance)],
    ["Confirmed", memory.validations === 1 ? "once" : `${memory.validations} times`],
    ["True since", <Time at={memory.valid_from} exact />],
    ["True until", memory.valid_to && <Time at={memory.valid_to} exact />],
    ["Known since", <Time at={memory.created_at} exact />],
    ["Known until", memory.closed_at && <Time at={memory.closed_at} exact />],
    ["Fades", memory.expires_at && <Time at={memory.expires_at} exact />],
    ["Slot", memory.key && <code>{memory.key}</code>],
    ["Value", memory.value],
    ["Id", <code>{memory.id}</code>],
  ];
  return (
    <details className="details">
      <summary>Details</summary>
      <dl>
        {told
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </details>
  );
}
