// What was said, day by day, and what happened in memory between.
import { Fragment } from "react";
import { Link } from "react-router";
import { usePerson } from "../../shell/person";
import { useSession } from "../../shell/session";
import { Contradicts } from "./Contradicts";
import type { Entry, Message } from "./room";
import { Remembered } from "./Remembered";

const DAY = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
const HOUR = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

export function Entries({ entries, marked }: { entries: readonly Entry[]; marked?: string }) {
  const { companion } = useSession();
  let day = "";
  return entries.map((one) => {
    if (one.sort === "event") return <Remembered key={one.key} event={one.event} />;
    if (one.sort === "passing") return <Answer key={one.key} by={companion} text={one.text} after="Not kept." />;
    const its = DAY.format(new Date(one.message.sent_at));
    const begins = its !== day;
    day = its;
    return (
      <Fragment key={one.key}>
        {begins && <h2 className="day">{its}</h2>}
        <Turn message={one.message} marked={one.key === marked} />
      </Fragment>
    );
  });
}

function Turn({ message, marked }: { message: Message; marked: boolean }) {
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
        <span className="speaker">{message.speaker}</span> <time dateTime={message.sent_at}>{HOUR.format(new Date(message.sent_at))}</time>
        {own && (
          <Link className="asks" to={`/${person}/why/${message.id}`} aria-label={`Why: the context for “${message.text.slice(0, 60)}”`}>
            why?
          </Link>
        )}
      </p>
      {own ? (
        <blockquote className="said" dir="auto">
          {message.text}
        </blockquote>
      ) : (
        <p className="words" dir="auto">
          {message.text}
        </p>
      )}
      {own && <Contradicts message={message.id} />}
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
