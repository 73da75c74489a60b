// A question or a form above the page: the browser's own <dialog>, so focus and Escape are its own.
import { useEffect, useId, useRef, type ReactNode } from "react";
import { Button } from "./parts";

export function Dialog({ title, close, children }: { title: string; close: () => void; children: ReactNode }) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => box.current?.showModal(), []);
  return (
    <dialog ref={box} className="dialog" aria-labelledby={id} onClose={close}>
      <div className="stack">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

/** How a form in a dialog ends: with what it does, in words, or not. */
export function Choice(props: { doing: string; busy: boolean; danger?: boolean; close: () => void }) {
  return (
    <div className="row">
      <Button type="submit" look={props.danger ? "danger" : "main"} disabled={props.busy}>
        {props.doing}
      </Button>
      <Button look="plain" onClick={props.close}>
        Cancel
      </Button>
    </div>
  );
}

/** A yes-or-no question; `doing` is what yes does, in words. */
export function Confirm(props: {
  title: string;
  doing: string;
  danger?: boolean;
  busy?: boolean;
  yes: () => void;
  close: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog title={props.title} close={props.close}>
      {props.children}
      <div className="row">
        <Button look={props.danger ? "danger" : "main"} disabled={props.busy} onClick={props.yes}>
          {props.doing}
        </Button>
        <Button look="plain" onClick={props.close}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
