// Where one begins: a person goes to their own memory, whoever may see everybody chooses whom.
import { useMutation, useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { Link, Navigate, useNavigate } from "react-router";
import { api, got } from "../api/client";
import { Button, Field, Tag, Time } from "../ui/parts";
import { Asked, Empty } from "../ui/states";
import { initial } from "../ui/words";
import { useSession } from "./session";
import { useTitle } from "./title";

export function People() {
  const session = useSession();
  if (session.person) return <Navigate to={`/${session.person.id}`} replace />;
  return <Choose companion={session.companion} local={session.local} />;
}

function Choose({ companion, local }: { companion: string; local: boolean }) {
  const go = useNavigate();
  useTitle(companion);
  const people = useQuery({
    queryKey: ["people"],
    queryFn: () => got(api.GET("/v1/people", { params: { query: { limit: 200 } } })),
  });
  const meet = useMutation({
    mutationFn: (name: string) => got(api.POST("/v1/people", { body: { name } })),
    onSuccess: (met) => go(`/${met.person.id}`),
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    meet.mutate(String(new FormData(event.currentTarget).get("name")).trim());
  }
  return (
    <main className="alone">
      <div className="stack tight">
        <h1>Who is talking to {companion}?</h1>
        <p className="quiet">
          Each person’s memory is separate. {local ? "Whoever uses this machine" : "Your key"} can open all of them.
        </p>
      </div>
      <Asked of={people} what="people">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="Nobody yet">
              <p>Say who you are, and {companion} will know you from then on.</p>
            </Empty>
          ) : (
            <ul className="persons">
              {items.map((one) => (
                <li key={one.id}>
                  <Link className="button" to={`/${one.id}`}>
                    <span className="avatar small" aria-hidden="true">
                      {initial(one.nickname ?? one.name)}
                    </span>
                    <span className="long">{one.nickname ?? one.name}</span> {one.guest && <Tag>guest</Tag>}
                    <span className="push quiet small">
                      since <Time at={one.created_at} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Asked>
      <form className="stack tight" onSubmit={submit}>
        <Field label={people.data?.items.length ? "Somebody else" : "Your name"} wrong={meet.error?.message}>
          {(ids) => <input {...ids} name="name" placeholder="A name" maxLength={100} required />}
        </Field>
        <Button look="main" type="submit" disabled={meet.isPending}>
          Begin
        </Button>
      </form>
    </main>
  );
}
