// Forgetting a whole topic: first one sees what would go, then it goes.
import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { useRefresh, useUndo } from "../../ui/changes";
import { Dialog } from "../../ui/dialog";
import { Button, Field } from "../../ui/parts";
import { useTell } from "../../ui/toasts";
import { amount, Going } from "./Going";

export function ForgetAbout({ topic, close }: { topic: string; close: () => void }) {
  const person = usePerson();
  const refresh = useRefresh();
  const undo = useUndo();
  const tell = useTell();
  const [about, setAbout] = useState(topic);
  const ask = (preview: boolean) =>
    got(api.POST("/v1/people/{person_id}/memories/forget", { params: { path: { person_id: person } }, body: { what: about.trim(), preview } }));
  const look = useMutation({ mutationFn: () => ask(true) });
  const forget = useMutation({
    mutationFn: () => ask(false),
    onSuccess: async (gone) => {
      await refresh();
      const change = gone.change_id;
      tell.done(`Forgotten: ${amount(gone)}.`, change === null ? undefined : () => undo(change));
      close();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    look.mutate();
  }
  return (
    <Dialog title="Forget a topic" close={close}>
      <form className="stack" onSubmit={submit}>
        <Field label="Everything about" wrong={look.error?.message ?? forget.error?.message} hint="A name, a place, a thing: you see first what would go.">
          {(ids) => (
            <input
              {...ids}
              value={about}
              maxLength={1000}
              dir="auto"
              required
              onChange={(event) => {
                setAbout(event.target.value);
                look.reset();
              }}
            />
          )}
        </Field>
        {look.data && <Going what={look.data} />}
        <div className="row">
          {look.data ? (
            <Button look="danger" disabled={forget.isPending} onClick={() => forget.mutate()}>
              Forget all of that
            </Button>
          ) : (
            <Button look="main" type="submit" disabled={look.isPending}>
              Show what would go
            </Button>
          )}
          <Button look="plain" onClick={close}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
