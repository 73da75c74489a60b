// What a view shows before it has something, when it has nothing, and when it could not get it.
import type { ReactNode } from "react";
import { Trouble } from "../api/client";
import { Button } from "./parts";
import { capital } from "./words";

export function Loading({ what }: { what: string }) {
  return (
    <div className="stack tight" role="status">
      <span className="hidden">Loading {what}…</span>
      {[0, 1, 2].map((at) => (
        <div key={at} className="skeleton" aria-hidden="true" />
      ))}
    </div>
  );
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="state">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Failed({ error, again }: { error: Error; again?: () => void }) {
  return (
    <div className="state failed" role="alert">
      <p>{capital(error.message)}</p>
      {again && <Button onClick={again}>Try again</Button>}
    </div>
  );
}

type Answer<T> = { data: T | undefined; error: Error | null; refetch: () => unknown };

/** Whether it is there no more, so that what was shown of it may not be shown longer. */
export function gone(error: Error | null): error is Trouble {
  return error instanceof Trouble && error.status === 404;
}

/** The three states of something that was asked for, and then itself. */
export function Asked<T>({ of, what, children }: { of: Answer<T>; what: string; children: (it: T) => ReactNode }) {
  if (of.data !== undefined && !gone(of.error)) return children(of.data);
  if (of.error) return <Failed error={of.error} again={() => void of.refetch()} />;
  return <Loading what={what} />;
}
