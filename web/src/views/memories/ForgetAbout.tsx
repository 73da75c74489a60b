// Forgetting a whole topic: first one sees what would go, then it goes.
import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { api, got, type Shapes } from "../../api/client";
import { usePerson } from "../../shell/person";
import { useRefresh, useUndo } from "../../ui/changes";
import { Dialog } from "../../ui/dialog";
import { Button, Field, Quote } from "../../ui/parts";
import { useTell } from "../../ui/toasts";
import { counted } from "../../ui/words";

type Forgotten = Shapes["Forgotten"];

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
            <Button look="danger" autoFocus disabled={forget.isPending} onClick={() => forget.mutate()}>
              Forget all of that
            </Button>
          ) : (
            <Button look="main" type="submit" disabled={look.isPending}>
              See what would go
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

function Going({ what }: { what: Forgotten }) {
  const words = what.messages.flatMap((one) => one.words.map((text) => ({ text, by: one.speaker, at: one.sent_at })));
  return (
    <div className="stack tight going" role="status">
      <p>This would go: {amount(what)}.</p>
      <div className="stack tight scrolled" tabIndex={0} role="group" aria-label="What would go">
        {what.memories.length > 0 && (
          <ul>
            {what.memories.map((one) => (
              <li key={one.id} dir="auto">
                {one.text}
              </li>
            ))}
          </ul>
        )}
        {words.map((one) => (
          <Quote key={`${one.at} ${one.text}`} {...one} />
        ))}
      </div>
      {what.page && <p className="quiet small">Words of your own in the profile go too.</p>}
      {what.beside && <p className="quiet small">What was noted of a conversation about it goes too.</p>}
      {what.past && <p className="quiet small">What the history tells of it, which was taken back before, goes too.</p>}
    </div>
  );
}

function amount({ memories, messages }: Forgotten): string {
  const said = messages.length > 0 ? `, and the words of ${counted(messages.length, "message", "messages")}` : "";
  return `${counted(memories.length, "memory", "memories")}${said}`;
}
