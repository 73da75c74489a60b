// Saying how it really is: the new sentence takes the old one's place, and the old one stays in the timeline.
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useNavigate } from "react-router";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { Choice, Dialog } from "../../ui/dialog";
import { Field } from "../../ui/parts";
import type { Memory } from "./asking";
import { useTold } from "./told";

export function Correct({ memory, close }: { memory: Memory; close: () => void }) {
  const person = usePerson();
  const go = useNavigate();
  const told = useTold();
  const correct = useMutation({
    mutationFn: async (text: string) => {
      const params = { path: { person_id: person, memory_id: memory.id } };
      return told(await got(api.PATCH("/v1/people/{person_id}/memories/{memory_id}", { params, body: { text } })));
    },
    onSuccess: async (now) => {
      close();
      if (now) await go(`/${person}/memories/${now}`, { replace: true });
    },
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    correct.mutate(String(new FormData(event.currentTarget).get("text")).trim());
  }
  return (
    <Dialog title="How is it really?" close={close}>
      <form className="stack" onSubmit={submit}>
        <Field label="The sentence that is true" wrong={correct.error?.message} hint="What it was before stays in its timeline.">
          {(ids) => <textarea {...ids} name="text" rows={3} maxLength={2000} dir="auto" defaultValue={memory.text} required />}
        </Field>
        <Choice doing="Correct it" busy={correct.isPending} close={close} />
      </form>
    </Dialog>
  );
}
