// Tabs: one of several panels is shown, and the others keep what was typed in them. Arrow keys go from one to the next.
import { useId, useRef, type KeyboardEvent, type ReactNode } from "react";

export function Tabs<T extends string>(props: {
  label: string;
  tabs: Readonly<Record<T, string>>;
  shown: T;
  show: (tab: T) => void;
  children: Readonly<Record<T, ReactNode>>;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const names = Object.keys(props.tabs) as T[];
  function step(event: KeyboardEvent) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = (names.indexOf(props.shown) + by + names.length) % names.length;
    const name = names[next];
    if (name === undefined) return;
    props.show(name);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  }
  return (
    <div className="stack">
      <div ref={list} className="tabs" role="tablist" aria-label={props.label} onKeyDown={step}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === props.shown}
            aria-controls={`${id}-${name}-panel`}
            tabIndex={name === props.shown ? 0 : -1}
            onClick={() => props.show(name)}
          >
            {props.tabs[name]}
          </button>
        ))}
      </div>
      {names.map((name) => (
        <div key={name} role="tabpanel" id={`${id}-${name}-panel`} aria-labelledby={`${id}-${name}`} hidden={name !== props.shown}>
          {props.children[name]}
        </div>
      ))}
    </div>
  );
}
