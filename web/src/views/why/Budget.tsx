// The budget as a bar: what always stands, what this message called up, and what is free.
import type { Shapes } from "../../api/client";
import { counted } from "../../ui/words";
import { isStable } from "./Lines";

export function Budget({ context }: { context: Shapes["Prompt"] }) {
  const { lines, left_out: leftOut, tokens, budget } = context;
  const taken = (those: readonly Shapes["Line"][]) => those.reduce((sum, one) => sum + one.tokens, 0);
  const stable = taken(lines.filter(isStable));
  const called = taken(lines.filter((one) => !isStable(one)));
  const frame = Math.max(0, tokens - stable - called);
  const parts = [
    { name: "always there", tokens: stable, look: "stable" },
    { name: "brought to mind by this message", tokens: called, look: "called" },
    { name: "who is who, and headings", tokens: frame, look: "frame" },
    { name: "free", tokens: Math.max(0, budget - tokens), look: "free" },
  ].filter((one) => one.tokens > 0);
  return (
    <figure className="budget">
      <figcaption>
        <span role="status">
          About <strong>{tokens.toLocaleString()}</strong> of {counted(budget, "token", "tokens")}
          {leftOut.length > 0 && <span className="bad"> · {counted(leftOut.length, "line", "lines")} did not fit</span>}
        </span>
      </figcaption>
      <div className="bar" aria-hidden="true">
        {parts.map((one) => (
          <span key={one.look} className={one.look} style={{ flexGrow: one.tokens }} />
        ))}
      </div>
      <ul className="small quiet">
        {parts.map((one) => (
          <li key={one.look}>
            <span className={`dot ${one.look}`} aria-hidden="true" />
            {one.tokens.toLocaleString()} {one.name}
          </li>
        ))}
      </ul>
    </figure>
  );
}
