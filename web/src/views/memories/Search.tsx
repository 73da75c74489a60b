// Looking for memories: by letters as one types, by meaning when asked, and by what they are and when they were so.
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useSession } from "../../shell/session";
import { Button, Field } from "../../ui/parts";
import { STATUS } from "../../ui/words";
import { CLEAR, furtherSet, type Filters } from "./filters";

const PAUSE_MS = 200;
type Change = (changed: Partial<Filters>) => void;

export function Search({ filters, change }: { filters: Filters; change: Change }) {
  const [words, setWords] = useWords(filters, change);
  const further = furtherSet(filters);
  const [open, setOpen] = useState(further > 0);
  function submit(event: FormEvent) {
    event.preventDefault();
    setWords(words, true);
  }
  return (
    <search>
      <form className="stack tight" onSubmit={submit}>
        <div className="looking">
          <Field label="Look for" hint="Narrows as you type; or finds what is near in sense.">
            {(ids) => (
              <div className="asking">
                <input {...ids} type="search" value={words} maxLength={1000} dir="auto" onChange={(event) => setWords(event.target.value)} />
                <Button type="submit" disabled={words.trim() === ""}>
                  By meaning
                </Button>
              </div>
            )}
          </Field>
          <Choice label="Category" value={filters.category} options={CATEGORIES} change={(category) => change({ category })} />
          <Choice
            label="Show"
            value={filters.status}
            options={STATUSES}
            disabled={filters.meaning || Boolean(filters.asOf || filters.knownAt)}
            change={(status) => change({ status })}
          />
        </div>
        <details className="further" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>More filters{further > 0 && ` (${further})`}</summary>
          <Further filters={filters} change={change} />
        </details>
      </form>
    </search>
  );
}

/** What is typed, and looked for after a pause, or at once by meaning. The address may also be changed from elsewhere. */
function useWords({ words }: Filters, change: Change): [string, (typed: string, meaning?: boolean) => void] {
  const [typed, setTyped] = useState(words);
  const sent = useRef(words);
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (words === sent.current) return;
    sent.current = words;
    setTyped(words);
  }, [words]);
  useEffect(() => () => clearTimeout(soon.current), []);
  function set(next: string, meaning = false) {
    setTyped(next);
    clearTimeout(soon.current);
    const send = () => {
      sent.current = next;
      change({ words: next, meaning: meaning && next.trim() !== "" });
    };
    if (meaning) send();
    else soon.current = setTimeout(send, PAUSE_MS);
  }
  return [typed, set];
}

function Further({ filters, change }: { filters: Filters; change: Change }) {
  const { companion, person } = useSession();
  const kinds = { "": "All", fact: "Told", observation: "Noticed", scene: "Pictures" };
  const abouts = { "": "Anything", user: person ? "You" : "The person", self: companion, world: "The world" };
  return (
    <div className="grid">
      <Choice label="Told or noticed" value={filters.kind} options={kinds} change={(kind) => change({ kind })} />
      <Choice label="About" value={filters.about} options={abouts} change={(about) => change({ about })} />
      <Day label="So since, from" value={filters.since} change={(since) => change({ since })} />
      <Day label="to" value={filters.until} change={(until) => change({ until })} />
      <Day label="What was so on" value={filters.asOf} change={(asOf) => change({ asOf })} />
      <Day label="What was known on" value={filters.knownAt} change={(knownAt) => change({ knownAt })} />
      <Button look="plain" onClick={() => change(CLEAR)}>
        Clear all
      </Button>
    </div>
  );
}

const CATEGORIES = {
  "": "All",
  fact: "Facts",
  preference: "Preferences",
  health: "Health",
  event: "Events",
  feeling: "Feelings",
  other: "Other",
};

const STATUSES = {
  "": STATUS.active,
  proposed: STATUS.proposed,
  superseded: STATUS.superseded,
  expired: STATUS.expired,
  every: "Everything",
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
