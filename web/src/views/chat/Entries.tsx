// What was said, day by day, and what happened in memory between.
import { Fragment } from "react";
import { Link } from "react-router";
import { usePerson } from "../../shell/person";
import { useSession } from "../../shell/session";
import { Contradicts } from "./Contradicts";
import type { Entry, Message } from "./room";
import { Remembered } from "./Remembered";
import { Taught } from "./Taught";

const DAY = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
const HOUR = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

export function Entries({ entries, marked }: { entries: readonly Entry[]; marked?: string }) {
  const { companion } = useSession();
  let day = "";
  let asked: Message | undefined;
  return entries.map((one) => {
    if (one.sort === "event") return <Remembered key={one.key} event={one.event} />;
    if (one.sort === "passing") return <Answer key={one.key} by={companion} text={one.text} after="Not kept." />;
    const its = DAY.format(new Date(one.message.sent_at));
    const begins = its !== day;
    day = its;
    if (one.message.role === "user") asked = one.message;
    return (
      <Fragment key={one.key}>
        {begins && <h2 className="day">{its}</h2>}
        <Turn message={one.message} asked={asked} marked={one.key === marked} />
      </Fragment>
    );
  });
}

/** `asked` is the message that a reply answers: why it says what it says is asked of that. */
function Turn({ message, asked, marked }: { message: Message; asked: Message | undefined; marked: boolean }) {
  const person = usePerson();
  const own = message.role === "user";
  return (
    <article
      id={`message-${message.id}`}
      className={`turn ${own ? "own" : ""} ${marked ? "marked" : ""}`}
      tabIndex={marked ? -1 : undefined}
      aria-label={`${message.speaker}, ${HOUR.format(new Date(message.sent_at))}`}
    >
      <p className="quiet small by">
        {!own && <span className="speaker">{message.speaker}</span>} <time dateTime={message.sent_at}>{HOUR.format(new Date(message.sent_at))}</time>
        {message.role === "assistant" && asked && (
          <Link className="asks" to={`/${person}/why/${asked.id}`} aria-label={`Why this answer to “${asked.text.slice(0, 60)}”`}>
            Why this?
          </Link>
        )}
      </p>
      {own ? (
        <blockquote className="bubble" dir="auto">
          {message.text}
        </blockquote>
      ) : (
        <p className="words" dir="auto">
          {message.text}
        </p>
      )}
      {own && <Contradicts message={message.id} />}
      <Taught message={message.id} />
    </article>
  );
}

/** An answer as it comes, or one that is not kept. */
export function Answer({ by, text, after }: { by: string; text: string; after?: string }) {
  return (
    <article className="turn" aria-label={by}>
      <p className="quiet small by">
        <span className="speaker">{by}</span>
      </p>
      <p className="words" dir="auto">
        {text || <span className="thinking">is thinking…</span>}
      </p>
      {after && <p className="quiet small">{after}</p>}
    </article>
  );
}
