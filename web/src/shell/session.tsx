// Who one is here: asked once, known by everything below.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useState, type FormEvent, type ReactNode } from "react";
import { api, got, Trouble, type Shapes } from "../api/client";
import { Button, Field } from "../ui/parts";
import { Asked } from "../ui/states";

type Session = Shapes["Session"];
const Current = createContext<Session | null>(null);

export function Sessions({ children }: { children: ReactNode }) {
  const session = useQuery({ queryKey: ["session"], queryFn: () => got(api.GET("/v1/session")), retry: false });
  if (session.error instanceof Trouble && session.error.status === 401) return <SignIn />;
  return (
    <Asked of={session} what="who you are">
      {(one) => <Current value={one}>{children}</Current>}
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
  const [wrong, setWrong] = useState<string>();
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get("token")).trim();
    try {
      await got(api.POST("/v1/session", { headers: { Authorization: `Bearer ${token}` } }));
      await queries.resetQueries();
    } catch (error) {
      setWrong((error as Error).message);
    }
  }
  return (
    <main className="alone">
      <div className="stack tight">
        <h1>Sign in to Reverie</h1>
        <p className="quiet">With the token that your companion's application gave you. It is kept in a cookie no script can read.</p>
      </div>
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <Field label="Token" wrong={wrong}>
          {(ids) => <input {...ids} name="token" type="password" autoComplete="off" required />}
        </Field>
        <Button look="main" type="submit">
          Sign in
        </Button>
      </form>
    </main>
  );
}
