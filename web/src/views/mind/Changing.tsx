// Forms above the page: a new opinion, a change of mind, taking one back.
import { useState, type FormEvent, type ReactNode } from "react";
import { api, got, type Shapes } from "../../api/client";
import { Choice, Dialog } from "../../ui/dialog";
import { Field } from "../../ui/parts";
import { capital } from "../../ui/words";
import { type Opinion, useChanging } from "./asking";

type Opine = Shapes["Opine"];
const CATEGORIES = ["aesthetic", "ethical", "philosophical", "political", "social", "technical", "practical", "personal"] as const;

function told(event: FormEvent<HTMLFormElement>): (name: string) => string {
  event.preventDefault();
  const said = new FormData(event.currentTarget);
  return (name) => String(said.get(name) ?? "").trim();
}

function Area({ label, name, value, hint, focus, optional }: { label: string; name: string; value?: string; hint?: string; focus?: boolean; optional?: boolean }): ReactNode {
  return (
    <Field label={label} hint={hint}>
      {(ids) => <textarea {...ids} name={name} dir="auto" rows={3} maxLength={4096} defaultValue={value} autoFocus={focus} required={!optional} />}
    </Field>
  );
}

export function Form({ close }: { close: () => void }) {
  const [strength, setStrength] = useState(50);
  const form = useChanging(
    (body: Opine) => got(api.POST("/v1/opinions", { body })),
    ({ step }) => {
      if (step === "proposed") return "It contradicts another opinion: decide which one to keep.";
      return step === "reinforced" ? "It thinks so already, and more strongly now." : "That is what it thinks now.";
    },
  );
  function submit(event: FormEvent<HTMLFormElement>) {
    const said = told(event);
    const body: Opine = { name: said("name"), opinion: said("opinion"), strength: strength / 100 };
    const category = CATEGORIES.find((one) => one === said("category"));
    form.mutate({ ...body, ...(category && { category }), ...(said("reason") && { reason: said("reason") }) }, { onSuccess: close });
  }
  return (
    <Dialog title="A new opinion" close={close}>
      <form className="stack" onSubmit={submit}>
        <Field label="Topic">{(ids) => <input {...ids} name="name" dir="auto" maxLength={256} required autoFocus />}</Field>
        <Area label="What it thinks" name="opinion" />
        <Field label="Category">
          {(ids) => (
            <select {...ids} name="category" defaultValue="philosophical">
              {CATEGORIES.map((one) => (
                <option key={one} value={one}>
                  {capital(one)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={`Strength: ${strength} %`}>
          {(ids) => <input {...ids} type="range" min={5} max={100} step={5} value={strength} onChange={(event) => setStrength(Number(event.target.value))} />}
        </Field>
        <Area label="Why" name="reason" optional />
        <Choice doing="Form it" busy={form.isPending} wrong={form.error?.message} close={close} />
      </form>
    </Dialog>
  );
}

export function Evolve({ one, close }: { one: Opinion; close: () => void }) {
  const evolve = useChanging(
    (body: Shapes["Evolve"]) => got(api.POST("/v1/opinions/{opinion_id}/evolve", { params: { path: { opinion_id: one.id } }, body })),
    () => "It changed its mind; what it thought stays in the history.",
  );
  function submit(event: FormEvent<HTMLFormElement>) {
    const said = told(event);
    evolve.mutate({ opinion: said("opinion"), reason: said("reason") }, { onSuccess: close });
  }
  return (
    <Dialog title={<>Change its mind about <bdi>{one.name}</bdi></>} close={close}>
      <form className="stack" onSubmit={submit}>
        <Area label="What it thinks now" name="opinion" value={one.opinion} focus />
        <Area label="Why" name="reason" />
        <Choice doing="Change its mind" busy={evolve.isPending} wrong={evolve.error?.message} close={close} />
      </form>
    </Dialog>
  );
}

export function Retract({ one, close }: { one: Opinion; close: () => void }) {
  const retract = useChanging(
    (reason: string) => got(api.POST("/v1/opinions/{opinion_id}/retract", { params: { path: { opinion_id: one.id } }, body: { reason } })),
    () => "Retracted: it is no longer used.",
  );
  return (
    <Dialog title={<>Retract what it thinks of <bdi>{one.name}</bdi>?</>} close={close}>
      <form className="stack" onSubmit={(event) => retract.mutate(told(event)("reason"), { onSuccess: close })}>
        <p>It is no longer used. It stays here among past opinions, and you can undo this.</p>
        <Area label="Why" name="reason" optional focus />
        <Choice doing="Retract it" busy={retract.isPending} wrong={retract.error?.message} danger close={close} />
      </form>
    </Dialog>
  );
}
