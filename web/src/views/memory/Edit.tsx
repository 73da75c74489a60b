// Editing a fact: the new sentence takes the old one's place, and the old one stays in the timeline.
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { Choice, Dialog } from "../../ui/dialog";
import { focusOn } from "../../ui/focus";
import { Field } from "../../ui/parts";
import type { Memory } from "./asking";
import { useTold } from "./told";

export function Edit({ memory, close }: { memory: Memory; close: () => void }) {
  const person = usePerson();
  const go = useNavigate();
  const whole = `/${person}/memory/${memory.id}`;
  const shownWhole = useLocation().pathname === whole;
  const told = useTold();
  const correct = useMutation({
    mutationFn: async (text: string) => {
      const params = { path: { person_id: person, memory_id: memory.id } };
      return told(await got(api.PATCH("/v1/people/{person_id}/memories/{memory_id}", { params, body: { text } })));
    },
    onSuccess: async (now) => {
      close();
      if (now && shownWhole) await go(`/${person}/memory/${now}`, { replace: true });
      else if (now) focusOn(`memory-${now}`);
    },
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    correct.mutate(String(new FormData(event.currentTarget).get("text")).trim());
  }
  return (
    <Dialog title="Edit this memory" close={close}>
      <form className="stack" onSubmit={submit}>
        <Field label="What is true?" wrong={correct.error?.message} hint="The old sentence stays in its history.">
          {(ids) => <textarea {...ids} name="text" rows={3} maxLength={2000} dir="auto" defaultValue={memory.text} required />}
        </Field>
        <Choice doing="Save" busy={correct.isPending} close={close} />
      </form>
    </Dialog>
  );
}
