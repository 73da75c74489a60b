// How long anything is kept. What is older goes for good, so it is shown beforehand and asked about.
import { useRef, useState, type FormEvent } from "react";
import { Confirm } from "../../ui/dialog";
import { Button, Field } from "../../ui/parts";
import { counted } from "../../ui/words";
import type { Counts } from "../time/counts";
import { type Settings, useDecide } from "./asking";

const CHOICES: readonly (readonly [number, string])[] = [
  [7, "A week"],
  [30, "30 days"],
  [90, "90 days"],
  [365, "A year"],
  [1095, "Three years"],
];

/** With the keyboard every choice on the way to another is chosen: nothing happens before it is saved. */
export function Retention({ settings, counts }: { settings: Settings; counts: Counts }) {
  const decide = useDecide();
  const [chosen, setChosen] = useState<string>();
  const [asked, setAsked] = useState<number>();
  const field = useRef<HTMLSelectElement>(null);
  const days = settings.retention_days;
  const kept = String(days ?? "");
  const own = days !== null && !CHOICES.some(([one]) => one === days);
  function save(wanted: number | null, told: string) {
    decide.mutate({ change: { retention_days: wanted }, told }, { onSettled: () => field.current?.focus() });
    setChosen(undefined);
    setAsked(undefined);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (chosen) setAsked(Number(chosen));
    else save(null, "Kept as long as is usual for each category.");
  }
  return (
    <section className="stack" aria-labelledby="retention">
      <div className="stack tight">
        <h2 id="retention">How long things are kept</h2>
        <p className="quiet">
          Older messages are deleted for good, and so are older memories that were not confirmed since. What you say again
          stays, and so does your name.
        </p>
      </div>
      <form className="keeping" onSubmit={submit}>
        <Field label="Keep everything">
          {(ids) => (
            <select {...ids} ref={field} value={chosen ?? kept} onChange={(event) => setChosen(event.target.value)}>
              <option value="">As long as is usual for each category</option>
              {CHOICES.map(([many, label]) => (
                <option key={many} value={many}>
                  {label}
                </option>
              ))}
              {own && <option value={days}>{counted(days, "day", "days")}</option>}
            </select>
          )}
        </Field>
        {chosen !== undefined && chosen !== kept && (
          <Button look="main" type="submit" disabled={decide.isPending}>
            Save
          </Button>
        )}
      </form>
      {asked !== undefined && (
        <Confirm
          title={`Keep nothing longer than ${counted(asked, "day", "days")}?`}
          doing="Delete what is older"
          danger
          busy={decide.isPending}
          yes={() => save(asked, `Nothing is kept longer than ${counted(asked, "day", "days")}.`)}
          close={() => setAsked(undefined)}
        >
          <Going counts={counts} days={asked} />
        </Confirm>
      )}
    </section>
  );
}

function Going({ counts, days }: { counts: Counts; days: number }) {
  const cutoff = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const older = counts.days.filter(({ day }) => day < cutoff);
  const messages = older.reduce((sum, one) => sum + one.messages, 0);
  const memories = older.reduce((sum, one) => sum + Object.values(one.memories).reduce((all, many) => all + many, 0), 0);
  if (messages + memories === 0) return <p>Nothing is older than that now.</p>;
  return (
    <>
      <p>
        Older than that now: <strong>{counted(messages, "message", "messages")}</strong> and up to{" "}
        <strong>{counted(memories, "memory", "memories")}</strong>; a memory that was confirmed since stays.
      </p>
      <p>They are deleted the next time you come here, and this can’t be undone. Download a copy first if you want one.</p>
    </>
  );
}
