// One box over memories and messages, and the filters behind one button.
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useSession } from "../../shell/session";
import { Icon } from "../../ui/icon";
import { Button, Field } from "../../ui/parts";
import { STATUS } from "../../ui/words";
import { CLEAR, filtersSet, type Filters } from "./filters";

const PAUSE_MS = 250;
type Change = (changed: Partial<Filters>) => void;

export function Search({ filters, change }: { filters: Filters; change: Change }) {
  const [words, setWords] = useWords(filters, change);
  const many = filtersSet(filters);
  const [open, setOpen] = useState(false);
  function submit(event: FormEvent) {
    event.preventDefault();
    setWords(words, 0);
  }
  return (
    <search className="stack tight">
      <form className="looking" onSubmit={submit}>
        <label className="box">
          <span className="hidden">Search memories and messages</span>
          <Icon name="search" />
          <input
            type="search"
            value={words}
            maxLength={1000}
            dir="auto"
            placeholder="Search"
            onChange={(event) => setWords(event.target.value)}
          />
        </label>
        <Button aria-expanded={open} aria-controls="filters" onClick={() => setOpen(!open)}>
          <Icon name="filter" /> Filters{many > 0 && ` (${many})`}
        </Button>
      </form>
      <div id="filters" hidden={!open}>
        {open && <Further filters={filters} change={change} />}
      </div>
    </search>
  );
}

/** What is typed, and looked for after a pause, or at once. The address may also be changed from elsewhere. */
function useWords({ words }: Filters, change: Change): [string, (typed: string, pause?: number) => void] {
  const [typed, setTyped] = useState(words);
  const sent = useRef(words);
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (words === sent.current) return;
    sent.current = words;
    setTyped(words);
  }, [words]);
  useEffect(() => () => clearTimeout(soon.current), []);
  function set(next: string, pause = PAUSE_MS) {
    setTyped(next);
    clearTimeout(soon.current);
    soon.current = setTimeout(() => {
      sent.current = next;
      change({ words: next });
    }, pause);
  }
  return [typed, set];
}

function Further({ filters, change }: { filters: Filters; change: Change }) {
  const { companion } = useSession();
  const kinds = { "": "Everything", fact: "What you said", observation: `What ${companion} noticed`, scene: "Pictures" };
  const abouts = { "": "Anything", user: "You", self: companion, world: "The world" };
  const dated = Boolean(filters.asOf || filters.knownAt);
  return (
    <div className="grid sheet">
      <Choice label="Category" value={filters.category} options={CATEGORIES} change={(category) => change({ category })} />
      <Choice label="Status" value={filters.status} options={STATUSES} disabled={dated} change={(status) => change({ status })} />
      <Choice label="Kind" value={filters.kind} options={kinds} change={(kind) => change({ kind })} />
      <Choice label="About" value={filters.about} options={abouts} change={(about) => change({ about })} />
      <Day label="Became true on or after" value={filters.since} change={(since) => change({ since })} />
      <Day label="Became true on or before" value={filters.until} change={(until) => change({ until })} />
      <Day label="What was true on" value={filters.asOf} change={(asOf) => change({ asOf })} />
      <Day label="What was known on" value={filters.knownAt} change={(knownAt) => change({ knownAt })} />
      <Button look="plain" onClick={() => change(CLEAR)}>
        Clear all
      </Button>
    </div>
  );
}

const CATEGORIES = {
  "": "All",
  fact: "About you",
  preference: "Tastes",
  health: "Health",
  money: "Money",
  event: "Plans and events",
  feeling: "Feelings",
  other: "Everything else",
};

const STATUSES = {
  "": STATUS.active,
  proposed: STATUS.proposed,
  superseded: STATUS.superseded,
  expired: STATUS.expired,
  every: "All of them",
};

function Choice(props: {
  label: string;
  value: string;
  options: Readonly<Record<string, string>>;
  disabled?: boolean;
  change: (value: string) => void;
}) {
  return (
    <Field label={props.label}>
      {(ids) => (
        <select {...ids} value={props.value} disabled={props.disabled} onChange={(event) => props.change(event.target.value)}>
          {Object.entries(props.options).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Day({ label, value, change }: { label: string; value: string; change: (value: string) => void }) {
  return (
    <Field label={label}>
      {(ids) => <input {...ids} type="date" value={value} max="9999-12-31" onChange={(event) => change(event.target.value)} />}
    </Field>
  );
}
