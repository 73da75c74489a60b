// Why this context?: what a model would be given for a message, line by line, with the reason of each and what it takes.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { api, got, type Shapes } from "../../api/client";
import { usePerson } from "../../shell/person";
import { useSession } from "../../shell/session";
import { Button, Field, Time } from "../../ui/parts";
import { Asked, Empty, Failed } from "../../ui/states";
import { Budget } from "./Budget";
import { Lines } from "./Lines";
import { Prompt } from "./Prompt";
import "./why.css";

const NO_LIMIT = 1_000_000;

export function Why() {
  const { companion } = useSession();
  const person = usePerson();
  const [asked, setAsked] = useSearchParams();
  const said = useSaid(useParams()["message"]);
  const message = asked.get("message") ?? said.data?.text ?? "";
  const budget = asked.get("budget") ?? "";
  const chosen = asked.get("when") === "now" ? { when: "now" } : {};
  const now = said.data === undefined || "when" in chosen;
  const context = useContextOf(message, budget, now ? undefined : justBefore(said.data.sent_at));
  function look(when: string) {
    setAsked((before) => {
      before.set("when", when);
      return before;
    });
  }
  return (
    <div className="view why">
      <p>
        <Link to={said.data ? `/${person}/chat/${said.data.id}` : `/${person}/chat`}>← Chat</Link>
      </p>
      <div className="stack tight">
        <h1>Why this answer?</h1>
        <p className="quiet">
          What {companion} is told along with a message, with what is known {now ? "now" : "when it was said"}. Looking changes nothing.
        </p>
      </div>
      <Ask key={`${message} ${budget}`} message={message} budget={budget} ask={(wanted) => setAsked({ ...wanted, ...chosen })} />
      {said.data && (
        <label className="row small">
          <span className="quiet">What was known</span>
          <select className="short" value={now ? "now" : "then"} onChange={(event) => look(event.target.value)}>
            <option value="then">when it was said</option>
            <option value="now">until now</option>
          </select>
          <Time at={said.data.sent_at} exact />
        </label>
      )}
      {said.error && <Failed error={said.error} />}
      {message === "" ? (
        <Empty title="Write a message to see what it brings to mind" />
      ) : (
        <Asked of={context} what="the context">
          {(one) => <Shown context={one} busy={context.isPlaceholderData} />}
        </Asked>
      )}
    </div>
  );
}

/** The message that one came from in the chat, if one did. */
function useSaid(message: string | undefined) {
  const person = usePerson();
  return useQuery({
    queryKey: ["message", person, message],
    enabled: message !== undefined,
    queryFn: () =>
      got(
        api.GET("/v1/people/{person_id}/messages/{message_id}", { params: { path: { person_id: person, message_id: message ?? "" } } }),
      ),
  });
}

/** The moment before a message came, which taught something itself. */
function justBefore(sent: string): string {
  return new Date(Date.parse(sent) - 1).toISOString();
}

function useContextOf(message: string, budget: string, then: string | undefined) {
  const person = usePerson();
  return useQuery({
    queryKey: ["context", person, message, budget, then],
    enabled: message !== "",
    placeholderData: keepPreviousData,
    queryFn: () =>
      got(
        api.POST("/v1/people/{person_id}/context", {
          params: { path: { person_id: person } },
          body: {
            message,
            off_record: true,
            ...(budget ? { budget: Math.min(Number(budget), NO_LIMIT) } : {}),
            ...(then ? { known_at: then } : {}),
          },
        }),
      ),
  });
}

function Ask(props: { message: string; budget: string; ask: (asked: Record<string, string>) => void }) {
  const [message, setMessage] = useState(props.message);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const budget = String(new FormData(event.currentTarget).get("budget"));
    props.ask({ message: message.trim(), ...(budget ? { budget } : {}) });
  }
  return (
    <form className="ask" onSubmit={submit}>
      <Field label="Message">
        {(ids) => (
          <textarea {...ids} value={message} rows={2} maxLength={20_000} dir="auto" required onChange={(event) => setMessage(event.target.value)} />
        )}
      </Field>
      <Field label="Limit in tokens">
        {(ids) => <input {...ids} type="number" name="budget" min={0} max={NO_LIMIT} defaultValue={props.budget} placeholder="as set" />}
      </Field>
      <Button look="main" type="submit" disabled={message.trim() === ""}>
        Show
      </Button>
    </form>
  );
}

function Shown({ context, busy }: { context: Shapes["Prompt"]; busy: boolean }) {
  return (
    <div className="stack shown" aria-busy={busy}>
      <Budget context={context} />
      {context.degraded.length > 0 && (
        <div className="degraded small">
          <strong>This is limited:</strong> {context.degraded.join("; ")}.
        </div>
      )}
      <Lines context={context} />
      <Prompt context={context} />
    </div>
  );
}
