// Bringing in a history from elsewhere, and taking it out again: one import, one undo.
import { useMutation, useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { useSession } from "../../shell/session";
import { useRefresh, useUndo } from "../../ui/changes";
import { base64 } from "../../ui/files";
import { Button, Field, Tag, Time } from "../../ui/parts";
import { Asked } from "../../ui/states";
import { useTell } from "../../ui/toasts";
import { counted } from "../../ui/words";

export function BringIn() {
  const { companion } = useSession();
  const bring = useBringing();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const told = new FormData(form);
    bring.mutate({ file: told.get("file") as File, speaker: String(told.get("speaker")).trim() }, { onSuccess: () => form.reset() });
  }
  return (
    <section className="stack" aria-labelledby="bring">
      <div className="stack tight">
        <h2 id="bring">Import a history</h2>
        <p className="quiet">
          {companion} reads what you said elsewhere and learns from it, keeping the dates. Importing a file twice adds nothing.
        </p>
      </div>
      <form className="sheet stack" onSubmit={submit}>
        <div className="bringing">
          <Field label="A file with conversations" wrong={bring.error?.message} hint="A chat export, JSON lines, or lines like “Ada: hello”.">
            {(ids) => <input {...ids} type="file" name="file" required />}
          </Field>
          <Field label="Your name in it (optional)" hint="Only if the file calls you something else.">
            {(ids) => <input {...ids} name="speaker" maxLength={200} />}
          </Field>
        </div>
        <div>
          <Button look="main" type="submit" disabled={bring.isPending}>
            {bring.isPending ? "Reading…" : "Import"}
          </Button>
        </div>
      </form>
      <Imports />
    </section>
  );
}

function useBringing() {
  const id = usePerson();
  const refresh = useRefresh();
  const undo = useUndo();
  const tell = useTell();
  return useMutation({
    mutationFn: async ({ file, speaker }: { file: File; speaker: string }) =>
      got(
        api.POST("/v1/people/{person_id}/imports", {
          params: { path: { person_id: id } },
          body: { name: file.name, content: await base64(file), ...(speaker ? { speaker } : {}) },
        }),
      ),
    onSuccess: async ({ batch, messages, known, unread }) => {
      await refresh();
      const also = [known > 0 && `${known} were known already`, unread.length > 0 && `${counted(unread.length, "line was", "lines were")} not understood`];
      const told = [`${counted(messages, "message", "messages")} came in`, ...also.filter(Boolean)].join("; ");
      tell.done(`${told}.`, messages > 0 ? () => undo({ batch }) : undefined);
    },
  });
}

function Imports() {
  const id = usePerson();
  const undo = useUndo();
  const imports = useQuery({
    queryKey: ["imports", id],
    queryFn: () => got(api.GET("/v1/people/{person_id}/imports", { params: { path: { person_id: id } } })),
  });
  return (
    <Asked of={imports} what="what was imported">
      {(all) => (
        <ul className="lines">
          {all.map((one) => (
            <li key={one.batch}>
              <span>
                {counted(one.messages, "message", "messages")}, {counted(one.memories, "memory", "memories")}
              </span>
              <span className="push quiet small">
                imported on <Time at={one.at} />
              </span>
              {one.undone ? <Tag>undone</Tag> : <Button onClick={() => undo({ batch: one.batch })}>Undo this import</Button>}
            </li>
          ))}
        </ul>
      )}
    </Asked>
  );
}
