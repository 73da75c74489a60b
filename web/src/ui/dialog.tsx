// A question or a form above the page: the browser's own <dialog>, so focus and Escape are its own.
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { focusAgain } from "./focus";
import { Button } from "./parts";
import { capital } from "./words";

export function Dialog({ title, close, children }: { title: ReactNode; close: () => void; children: ReactNode }) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    box.current?.showModal();
    box.current?.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => focusAgain(before); // only Escape brings the focus back by itself
  }, [before]);
  return (
    <dialog ref={box} className="dialog" aria-labelledby={id} onClose={close}>
      <div className="stack">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

type Ending = { doing: string; busy?: boolean; danger?: boolean; wrong?: string | undefined; close: () => void };

/**
 * How a dialog ends: with what it does, in words, or not. Without `yes` it sends the form that it stands in.
 * A question about something dangerous begins at Cancel, so that Enter pressed too often does no harm.
 */
export function Choice(props: Ending & { yes?: () => void }) {
  return (
    <>
      {props.wrong && (
        <p className="wrong" role="alert">
          {capital(props.wrong)}
        </p>
      )}
      <div className="row">
        <Button type={props.yes ? "button" : "submit"} look={props.danger ? "danger" : "main"} disabled={props.busy} onClick={props.yes}>
          {props.doing}
        </Button>
        <Button look="plain" data-first={(props.danger && props.yes !== undefined) || undefined} onClick={props.close}>
          Cancel
        </Button>
      </div>
    </>
  );
}

/** A yes-or-no question; `doing` is what yes does, in words. */
export function Confirm({ title, children, ...ending }: Ending & { title: string; yes: () => void; children: ReactNode }) {
  return (
    <Dialog title={title} close={ending.close}>
      {children}
      <Choice {...ending} />
    </Dialog>
  );
}
