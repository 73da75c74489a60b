// Erasing everything: the name is typed, and afterwards a receipt says what went and that nothing is left.
import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { useSession } from "../../shell/session";
import { Choice, Dialog } from "../../ui/dialog";
import { Button, Field } from "../../ui/parts";
import type { Gone } from "./Erased";

export function Erase({ name }: { name: string }) {
  const { companion, person } = useSession();
  const whom = person ? "you" : <bdi>{name}</bdi>;
  const [asking, setAsking] = useState(false);
  return (
    <section className="stack" aria-labelledby="erase">
      <div className="stack tight">
        <h2 id="erase">Erase everything</h2>
        <p className="quiet long">
          Every message and memory, the profile, the accounts and the log of changes, in the files too. {companion} will not
          know you any more. This can’t be undone.
        </p>
      </div>
      <div>
        <Button look="danger" onClick={() => setAsking(true)}>
          <span className="long">Erase everything about {whom}</span>
        </Button>
      </div>
      {asking && <Asking name={name} whom={whom} close={() => setAsking(false)} />}
    </section>
  );
}

/** A name as it looks, so that whoever types it as they see it is understood. */
function plain(name: string): string {
  return name.normalize("NFKC").replace(/\p{Cf}/gu, "").replace(/\s+/g, " ").trim().toLowerCase();
}

function Asking({ name, whom, close }: { name: string; whom: ReactNode; close: () => void }) {
  const id = usePerson();
  const [typed, setTyped] = useState("");
  const go = useNavigate();
  const erase = useMutation({
    mutationFn: () => got(api.DELETE("/v1/people/{person_id}", { params: { path: { person_id: id } } })),
    onSuccess: (receipt) => go("/erased", { replace: true, state: { name, receipt } satisfies Gone }),
  });
  const same = plain(typed) === plain(name);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (same) erase.mutate();
  }
  return (
    <Dialog title={<>Erase everything about {whom}?</>} close={close}>
      <form className="stack" onSubmit={submit}>
        <p>This can’t be undone. If you want a copy, close this and download everything first.</p>
        <Field label={<>Type <bdi>{name}</bdi> to go on</>} wrong={erase.error?.message}>
          {(ids) => <input {...ids} value={typed} autoComplete="off" autoFocus onChange={(event) => setTyped(event.target.value)} />}
        </Field>
        <Choice
          doing={erase.isPending ? "Erasing, and looking for what is left …" : "Erase for good"}
          danger
          busy={!same || erase.isPending}
          close={close}
        />
      </form>
    </Dialog>
  );
}
