// Who one is here: asked once, known by everything below.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useState, type FormEvent, type ReactNode } from "react";
import { api, got, Trouble, type Shapes } from "../api/client";
import { Dialog } from "../ui/dialog";
import { Button, Field } from "../ui/parts";
import { Asked } from "../ui/states";
import { useTitle } from "./title";

type Session = Shapes["Session"];
export const SESSION = ["session"] as const;
const Current = createContext<Session | null>(null);

export function Sessions({ children }: { children: ReactNode }) {
  const session = useQuery({ queryKey: SESSION, queryFn: () => got(api.GET("/v1/session")), retry: false });
  const out = session.error instanceof Trouble && session.error.status === 401;
  if (out && !session.data) return <SignIn />;
  return (
    <Asked of={session} what="who you are">
      {(one) => (
        <Current value={one}>
          {children}
          {out && <SignInAgain key={session.errorUpdatedAt} />}
        </Current>
      )}
    </Asked>
  );
}

export function useSession(): Session {
  const session = useContext(Current);
  if (!session) throw new Error("useSession is for what stands inside <Sessions>");
  return session;
}

function SignIn() {
  const queries = useQueryClient();
  useTitle("Sign in · Reverie");
  return (
    <main className="alone">
      <div className="stack tight">
        <h1>Sign in to Reverie</h1>
        <p className="quiet">Use the token that your companion’s application gave you. It is kept in a cookie that no script can read.</p>
      </div>
      <Token signedIn={() => queries.resetQueries()} />
    </main>
  );
}

/** Above what one was doing, which stays as it is. */
function SignInAgain() {
  const queries = useQueryClient();
  return (
    <Dialog title="Sign in again" close={() => undefined}>
      <p>Your token has expired, or you signed out elsewhere. What you were writing is still there.</p>
      <Token signedIn={() => queries.invalidateQueries()} />
    </Dialog>
  );
}

function Token({ signedIn }: { signedIn: () => Promise<void> }) {
  const [wrong, setWrong] = useState<string>();
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get("token")).trim();
    try {
      await got(api.POST("/v1/session", { headers: { Authorization: `Bearer ${token}` } }));
      await signedIn();
    } catch (error) {
      setWrong(error instanceof Trouble ? error.message : "That is not a token.");
    }
  }
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <Field label="Token" wrong={wrong}>
        {(ids) => <input {...ids} name="token" type="password" autoComplete="off" required />}
      </Field>
      <Button look="main" type="submit">
        Sign in
      </Button>
    </form>
  );
}
