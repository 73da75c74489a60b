// One memory: what it says, the words it came from, what it was before, what happened to it, and what one can do with it.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { useRefresh, useUndo } from "../../ui/changes";
import { Button, Quote, Tag, Time } from "../../ui/parts";
import { Asked } from "../../ui/states";
import { useTell } from "../../ui/toasts";
import { category, STATUS, sure, weight } from "../../ui/words";
import { useMemory, type Memory } from "./asking";
import { Correct } from "./Correct";
import { Details } from "./Details";
import { Happened } from "./Happened";
import { heard, origin } from "./Row";
import { Timeline } from "./Timeline";

export function One({ id }: { id: string }) {
  const person = usePerson();
  const memory = useMemory(id);
  const search = (useLocation().state as { search?: string } | null)?.search ?? "";
  const back = { pathname: `/${person}/memories`, search };
  return (
    <div className="view one">
      <p>
        <Link to={back} state={{ from: id }}>
          ← All memories
        </Link>
      </p>
      <Asked of={memory} what="the memory">
        {({ one, line, events }) => (
          <>
            <Heading memory={one} />
            <Decide memory={one} />
            {line.length > 1 && <Timeline line={line} shown={id} />}
            <Happened events={events} />
            <Details memory={one} />
          </>
        )}
      </Asked>
    </div>
  );
}

function Heading({ memory }: { memory: Memory }) {
  const person = usePerson();
  const quote = heard(memory);
  const message = memory.source.message_id;
  return (
    <header className="stack">
      <h1 dir="auto">{memory.text}</h1>
      <p className="row quiet">
        {memory.status !== "active" && <Tag tone={memory.status === "proposed" ? "warn" : ""}>{STATUS[memory.status]}</Tag>}
        {category(memory.category)} · {sure(memory.confidence)} · {weight(memory.importance)}
      </p>
      {quote ? (
        <Quote text={quote} by={memory.said_by} at={memory.said_at}>
          {message && <Link to={`/${person}/chat/${message}`}>Read it in the conversation</Link>}
        </Quote>
      ) : (
        <p className="quiet">
          {origin(memory)}, <Time at={memory.created_at} exact />
        </p>
      )}
      {memory.superseded_by && (
        <p>
          <Link to={`/${person}/memories/${memory.superseded_by}`}>What took its place</Link>
        </p>
      )}
    </header>
  );
}

/** What one can do: correct what stands, forget anything, decide what waits. */
function Decide({ memory }: { memory: Memory }) {
  const [correcting, setCorrecting] = useState(false);
  const forget = useForget(memory.id);
  const decide = useDecide(memory.id);
  return (
    <div className="row">
      {memory.status === "proposed" && (
        <>
          <Button look="main" disabled={decide.isPending} onClick={() => decide.mutate(true)}>
            Accept
          </Button>
          <Button disabled={decide.isPending} onClick={() => decide.mutate(false)}>
            Decline
          </Button>
        </>
      )}
      {memory.status === "active" && memory.kind === "fact" && <Button onClick={() => setCorrecting(true)}>Correct</Button>}
      <Button look="danger" disabled={forget.isPending} onClick={() => forget.mutate()}>
        Forget
      </Button>
      {correcting && <Correct memory={memory} close={() => setCorrecting(false)} />}
    </div>
  );
}

function useForget(memory: string) {
  const person = usePerson();
  const go = useNavigate();
  const refresh = useRefresh();
  const undo = useUndo();
  const tell = useTell();
  return useMutation({
    mutationFn: () =>
      got(api.DELETE("/v1/people/{person_id}/memories/{memory_id}", { params: { path: { person_id: person, memory_id: memory } } })),
    onSuccess: async ({ change_id }) => {
      await go(`/${person}/memories`);
      void refresh(memory);
      tell.done("Forgotten, and the words it was heard in.", change_id === null ? undefined : () => undo(change_id));
    },
    onError: tell.failed,
  });
}

function useDecide(memory: string) {
  const person = usePerson();
  const go = useNavigate();
  const refresh = useRefresh();
  const tell = useTell();
  return useMutation({
    mutationFn: (accept: boolean) => {
      const params = { path: { person_id: person, proposal_id: memory } };
      return got(
        accept
          ? api.POST("/v1/people/{person_id}/proposals/{proposal_id}/accept", { params })
          : api.POST("/v1/people/{person_id}/proposals/{proposal_id}/decline", { params }),
      );
    },
    onSuccess: async (decided) => {
      const accepted = decided.status === "active";
      if (!accepted) await go(`/${person}/memories`);
      void refresh(accepted ? undefined : memory);
      tell.done(accepted ? "Accepted." : "Declined: it does not come again.");
    },
    onError: tell.failed,
  });
}
