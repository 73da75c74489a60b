// The accounts that lead to this memory. Whoever may see everybody can add one, or take one away.
import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { api, got, type Shapes } from "../../api/client";
import { usePerson } from "../../shell/person";
import { useSession } from "../../shell/session";
import { useDoing } from "../../ui/doing";
import { Button, Field, Time } from "../../ui/parts";
import { Asked } from "../../ui/states";

type Account = Shapes["Account"];
type Named = Shapes["AccountName"];

export function Accounts() {
  const id = usePerson();
  const mayChange = useSession().person === null;
  const card = useQuery({
    queryKey: ["person", id],
    queryFn: () => got(api.GET("/v1/people/{person_id}", { params: { path: { person_id: id } } })),
  });
  return (
    <Asked of={card} what="accounts">
      {({ accounts }) => (
        <div className="stack">
          {accounts.length === 0 && <p className="quiet">No account on another platform is linked yet.</p>}
          <ul className="lines">
            {accounts.map((one) => (
              <One key={`${one.platform}:${one.external_id}`} account={one} mayChange={mayChange} />
            ))}
          </ul>
          {mayChange && <Link />}
        </div>
      )}
    </Asked>
  );
}

function useLinking() {
  const id = usePerson();
  const params = { path: { person_id: id } };
  return {
    link: (body: Named) => got(api.PUT("/v1/people/{person_id}/accounts", { params, body })),
    unlink: (body: Named) => got(api.POST("/v1/people/{person_id}/accounts/unlink", { params, body })),
  };
}

function One({ account, mayChange }: { account: Account; mayChange: boolean }) {
  const { link, unlink } = useLinking();
  const named = { platform: account.platform, external_id: account.external_id };
  const again = useDoing(
    () => link(named),
    () => ({ text: "Linked again." }),
  );
  const away = useDoing(
    () => unlink(named),
    () => ({ text: "Unlinked.", back: () => again.mutate() }),
  );
  return (
    <li>
      <span>
        <strong>{account.platform}</strong> <span className="long">{account.external_id}</span>
      </span>
      <span className="push quiet small">
        linked on <Time at={account.linked_at} />
      </span>
      {mayChange && (
        <Button
          look="plain"
          aria-label={`Unlink ${account.platform} ${account.external_id}`}
          disabled={away.isPending}
          onClick={() => away.mutate()}
        >
          Unlink
        </Button>
      )}
    </li>
  );
}

function Link() {
  const { link } = useLinking();
  const add = useDoing(link, () => ({ text: "Linked: this account belongs to this person now." }));
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const told = new FormData(form);
    const named = { platform: String(told.get("platform")).trim(), external_id: String(told.get("external_id")).trim() };
    add.mutate(named, { onSuccess: () => form.reset() });
  }
  return (
    <details>
      <summary>Link another account</summary>
      <form className="linking" onSubmit={submit}>
        <Field label="Platform">{(ids) => <input {...ids} name="platform" maxLength={100} required />}</Field>
        <Field label="Their id there">{(ids) => <input {...ids} name="external_id" maxLength={300} required />}</Field>
        <Button type="submit" disabled={add.isPending}>
          Link
        </Button>
      </form>
    </details>
  );
}
