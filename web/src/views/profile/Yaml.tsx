// The profile as the YAML it also is: comments, order and quotes stay as they are written.
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, got, Trouble } from "../../api/client";
import { usePerson } from "../../shell/person";
import { useRefresh, useUndo } from "../../ui/changes";
import { Button } from "../../ui/parts";
import { useTell } from "../../ui/toasts";
import { useTold } from "./unsaved";

const HEADER = /^# reverie profile of .*\n/m;

export function Yaml({ now, unsaved }: { now: string; unsaved: (so: boolean) => void }) {
  const [draft, setDraft] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const text = draft ?? now;
  const typed = draft !== null && draft !== now;
  useTold(unsaved, typed);
  const throwAway = () => {
    setDraft(null);
    setTheirs(null);
    save.reset();
  };
  const save = useSaving(throwAway, {
    stale: setTheirs,
    broken: (line) => mark(area.current, line),
  });
  return (
    <div className="stack">
      <p className="quiet">
        The same profile as text. Comments, order and quotes stay as you write them. The first line says which version this
        is, so that nothing that changed meanwhile is lost.
      </p>
      <textarea
        ref={area}
        className="yaml"
        aria-label="Profile as YAML"
        aria-describedby="yaml-wrong"
        aria-invalid={save.error !== null}
        spellCheck={false}
        rows={Math.min(40, Math.max(16, text.split("\n").length + 1))}
        value={text}
        onChange={(event) => setDraft(event.target.value)}
      />
      <div id="yaml-wrong">
        {save.error && (
          <p role="alert" className="wrong">
            {save.error.message}
          </p>
        )}
      </div>
      {theirs !== null && draft !== null && (
        <section className="sheet stack clashes" aria-label="Two versions">
          <p>
            Nothing was saved, and nothing of yours is lost. Copy what you want from the other version into yours, then save
            yours.
          </p>
          <details open>
            <summary>As it is now</summary>
            <pre tabIndex={0} className="yaml">
              {theirs}
            </pre>
          </details>
          <div className="row">
            <Button look="main" disabled={save.isPending} onClick={() => save.mutate(onTop(draft, theirs))}>
              Save mine as it stands
            </Button>
            <Button onClick={throwAway}>Take what is there now</Button>
          </div>
        </section>
      )}
      {typed && theirs === null && (
        <div className="row">
          <Button look="main" disabled={save.isPending} onClick={() => save.mutate(text)}>
            Save
          </Button>
          <Button look="plain" onClick={throwAway}>
            Discard
          </Button>
        </div>
      )}
    </div>
  );
}

function useSaving(saved: () => void, told: { stale: (theirs: string) => void; broken: (line: number) => void }) {
  const id = usePerson();
  const refresh = useRefresh();
  const undo = useUndo();
  const tell = useTell();
  const params = { path: { person_id: id } };
  return useMutation({
    mutationFn: (yaml: string) => got(api.PUT("/v1/people/{person_id}/profile", { params, body: { yaml } })),
    onSuccess: async ({ change_id: change, meanwhile }) => {
      await refresh();
      saved();
      tell.done(meanwhile.length > 0 ? "Saved, together with what others changed." : "Saved.", change ? () => undo(change) : undefined);
    },
    onError: async (error) => {
      const line = /line (\d+)/.exec(error.message)?.[1];
      if (line) told.broken(Number(line));
      if (!(error instanceof Trouble) || error.status !== 409) return;
      told.stale((await got(api.GET("/v1/people/{person_id}/profile", { params }))).yaml);
    },
  });
}

/** A text as one that was made of what there is now: then all of it counts. */
function onTop(mine: string, theirs: string): string {
  const header = HEADER.exec(theirs)?.[0] ?? "";
  return HEADER.test(mine) ? mine.replace(HEADER, () => header) : header + mine;
}

/** Select a line, counted from 1, so that one sees what is meant. */
function mark(area: HTMLTextAreaElement | null, line: number) {
  if (!area) return;
  const before = area.value.split("\n").slice(0, line - 1);
  const start = before.reduce((sum, one) => sum + one.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (area.value.split("\n")[line - 1]?.length ?? 0));
}
