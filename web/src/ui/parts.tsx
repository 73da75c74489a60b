// The small parts every view is made of: buttons, fields, tags, times, words that were said.
import { useId, type ComponentProps, type MouseEvent, type ReactNode } from "react";
import { capital } from "./words";

type Look = "main" | "danger" | "plain" | "";

export function Button({ look = "", ...rest }: ComponentProps<"button"> & { look?: Look }) {
  return <button type="button" {...rest} onClickCapture={once} className={`button ${look} ${rest.className ?? ""}`} />;
}

/** A double click is one click: what is done twice may be done to what came into its place. */
function once(event: MouseEvent) {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}

/** A labelled control: `children` gets the ids that tie label, control and what is wrong together. */
export function Field(props: {
  label: ReactNode;
  wrong?: string | undefined;
  hint?: string | undefined;
  children: (ids: { id: string; "aria-describedby": string; "aria-invalid": boolean }) => ReactNode;
}) {
  const id = useId();
  const told = `${id}-told`;
  return (
    <div className="field">
      <label htmlFor={id}>{props.label}</label>
      {props.children({ id, "aria-describedby": told, "aria-invalid": props.wrong !== undefined })}
      <span id={told} className={props.wrong ? "wrong" : "quiet small"} role={props.wrong ? "alert" : undefined}>
        {props.wrong ? capital(props.wrong) : props.hint}
      </span>
    </div>
  );
}

export function Tag({ tone = "", children }: { tone?: "accent" | "warn" | "bad" | ""; children: ReactNode }) {
  return <span className={`tag ${tone}`}>{children}</span>;
}

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** A time as the reader's own calendar and zone have it; the exact one is in its title. */
export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  const when = new Date(at);
  return (
    <time dateTime={at} title={when.toISOString()}>
      {(exact ? MOMENT : DAY).format(when)}
    </time>
  );
}

/** Somebody's own words; `children` is what one can do with them, beside who said them and when. */
export function Quote(props: {
  text: string;
  by?: string | null | undefined;
  at?: string | null | undefined;
  children?: ReactNode;
}) {
  const { text, by, at, children } = props;
  return (
    <figure className="quote">
      <blockquote className="said" dir="auto">
        {text}
      </blockquote>
      {(by || at || children) && (
        <figcaption className="quiet small">
          {by && <span>{by}</span>}
          {at && <Time at={at} exact />}
          {children}
        </figcaption>
      )}
    </figure>
  );
}
