// The profile field by field. What was typed stays typed until it is saved or thrown away, whatever the server says.
import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { api, got, Trouble } from "../../api/client";
import { usePerson } from "../../shell/person";
import { useRefresh, useUndo } from "../../ui/changes";
import { Button, Field } from "../../ui/parts";
import { useTell } from "../../ui/toasts";
import { counted } from "../../ui/words";
import { Background } from "./Background";
import { Clashes } from "./Clashes";
import { Entries } from "./Entries";
import { changed, type Clash, type Fields, fieldsOf, LABELS, type List, rebased, sent, type Text, yielded } from "./fields";
import { useTold } from "./unsaved";

type Draft = { shown: Fields; wanted: Fields; clashes: Clash[] };

export function Form({ now, unsaved }: { now: Fields; unsaved: (so: boolean) => void }) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const { shown, wanted, clashes } = draft ?? { shown: now, wanted: now, clashes: [] };
  const many = changed(shown, wanted);
  useTold(unsaved, many > 0);
  const save = useSaving(setDraft);
  const change = (part: Partial<Fields>) => setDraft({ shown, wanted: { ...wanted, ...part }, clashes });
  const text = (name: Text, hint?: string, long = false) => (
    <Field label={LABELS[name]} hint={hint}>
      {(ids) => {
        const common = { ...ids, dir: "auto", value: wanted[name] ?? "" } as const;
        return long ? (
          <textarea {...common} rows={5} maxLength={4000} onChange={(event) => change({ [name]: event.target.value })} />
        ) : (
          <input
            {...common}
            maxLength={name === "relationship" || name === "style" ? 4000 : 200}
            required={name === "display_name"}
            onChange={(event) => change({ [name]: event.target.value })}
          />
        );
      }}
    </Field>
  );
  const list = (name: List, hint: string) => (
    <Entries label={LABELS[name]} hint={hint} entries={wanted[name]} change={(entries) => change({ [name]: entries })} />
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    if (many > 0) save.mutate({ shown, wanted });
  }
  return (
    <form className="stack profile" onSubmit={submit}>
      <div className="threes">
        {text("display_name")}
        {text("nickname")}
        {text("pronouns")}
      </div>
      {text("relationship", "Friend, colleague, partner … as you would say it.")}
      <Background rows={wanted.background} change={(background) => change({ background })} />
      <fieldset>
        <legend>Communication</legend>
        {text("style", "In a few words.")}
        {list("preferences", "Short answers, no emoji …")}
      </fieldset>
      {list("values", "What you care about")}
      <div className="twos">
        {list("interests", "What you like to hear about")}
        {list("hobbies", "What you like to do")}
      </div>
      {text("notes", "Anything else that is good to know.", true)}
      <Clashes
        clashes={clashes}
        settle={(clash, mine) =>
          setDraft({ shown, wanted: mine ? wanted : yielded(wanted, clash), clashes: clashes.filter((one) => one !== clash) })
        }
      />
      {many > 0 && (
        <div className="saving">
          {save.error && clashes.length === 0 && (
            <p role="alert" className="wrong">
              {save.error.message}
            </p>
          )}
          <div className="row">
            <Button look="main" type="submit" disabled={save.isPending || clashes.length > 0}>
              Save
            </Button>
            <Button
              look="plain"
              onClick={() => {
                setDraft(null);
                save.reset();
              }}
            >
              Discard
            </Button>
            <span className="push quiet small" role="status">
              {counted(many, "change", "changes")} not saved
            </span>
          </div>
        </div>
      )}
    </form>
  );
}

/** Save what was changed; where the same was changed meanwhile, what there is now comes into the draft as clashes. */
function useSaving(setDraft: (draft: Draft | null) => void) {
  const id = usePerson();
  const refresh = useRefresh();
  const undo = useUndo();
  const tell = useTell();
  const params = { path: { person_id: id } };
  return useMutation({
    mutationFn: ({ shown, wanted }: { shown: Fields; wanted: Fields }) =>
      got(api.PUT("/v1/people/{person_id}/profile/fields", { params: { ...params }, body: { shown: sent(shown), wanted: sent(wanted) } })),
    onSuccess: async ({ change_id: change, meanwhile }) => {
      await refresh();
      setDraft(null);
      tell.done(meanwhile.length > 0 ? "Saved, together with what others changed." : "Saved.", change ? () => undo(change) : undefined);
    },
    onError: async (error, { shown, wanted }) => {
      if (!(error instanceof Trouble) || error.status !== 409) return;
      const { profile } = await got(api.GET("/v1/people/{person_id}/profile", { params }));
      const now = fieldsOf(profile);
      setDraft({ shown: now, ...rebased(shown, wanted, now) });
    },
  });
}
