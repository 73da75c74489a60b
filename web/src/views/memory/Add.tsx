// Writing a memory down by hand.
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { api, got, type Shapes } from "../../api/client";
import { usePerson } from "../../shell/person";
import { useSession } from "../../shell/session";
import { Choice, Dialog } from "../../ui/dialog";
import { Field } from "../../ui/parts";
import { useTold } from "./told";

const WEIGHTS = { "0.9": "Very important", "0.7": "Important", "0.4": "A small thing" } as const;
const CATEGORIES = { fact: "Fact", preference: "Preference", health: "Health", event: "Event", feeling: "Feeling", other: "Other" } as const;

export function Add({ close }: { close: () => void }) {
  const person = usePerson();
  const { companion } = useSession();
  const told = useTold();
  const add = useMutation({
    mutationFn: async (body: Shapes["Remember"]) =>
      told(await got(api.POST("/v1/people/{person_id}/memories", { params: { path: { person_id: person } }, body }))),
    onSuccess: close,
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const since = String(form.get("since"));
    add.mutate({
      text: String(form.get("text")).trim(),
      category: String(form.get("category")) as keyof typeof CATEGORIES,
      importance: Number(form.get("weight")),
      ...(since ? { at: new Date(`${since}T12:00`).toISOString() } : {}),
    });
  }
  return (
    <Dialog title="Add a memory" close={close}>
      <form className="stack" onSubmit={submit}>
        <Field label={`What should ${companion} remember?`} wrong={add.error?.message} hint="One sentence, as you would say it.">
          {(ids) => <textarea {...ids} name="text" rows={3} maxLength={2000} dir="auto" required />}
        </Field>
        <div className="grid">
          <Field label="Category">{(ids) => <Options ids={ids} name="category" options={CATEGORIES} />}</Field>
          <Field label="How much it matters">{(ids) => <Options ids={ids} name="weight" options={WEIGHTS} first="0.7" />}</Field>
          <Field label="True since (optional)">{(ids) => <input {...ids} type="date" name="since" max="9999-12-31" />}</Field>
        </div>
        <Choice doing="Remember it" busy={add.isPending} close={close} />
      </form>
    </Dialog>
  );
}

function Options(props: { ids: object; name: string; options: Readonly<Record<string, string>>; first?: string }) {
  return (
    <select {...props.ids} name={props.name} defaultValue={props.first}>
      {Object.entries(props.options).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
