// The parts of a place, as links: each has an address of its own.
import { NavLink } from "react-router";

export function Subnav({ label, parts }: { label: string; parts: readonly (readonly [to: string, label: string])[] }) {
  return (
    <nav aria-label={label}>
      <ul className="subnav">
        {parts.map(([to, name], at) => (
          <li key={to}>
            <NavLink to={to} end={at === 0}>
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
