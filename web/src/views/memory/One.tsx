// One memory: what it says, the words it came from, what it was before, what happened to it, and what one can do with it.
import { useMutation } from "@tanstack/react-query";
import { Link, useLocation, useNavigate, useParams } from "react-router";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { useRefresh } from "../../ui/changes";
import { Button, Quote, Tag, Time } from "../../ui/parts";
import { Asked } from "../../ui/states";
import { useTell } from "../../ui/toasts";
import { capital, category, sentence, STATUS, sure, weight } from "../../ui/words";
import { Actions } from "./Actions";
import { heard, origin, when } from "./Card";
import { useMemory, usePinned, type Memory } from "./asking";
import { Details } from "./Details";
import { Happened } from "./Happened";
import "./memory.css";
import { Picture } from "./Picture";
import { Timeline } from "./Timeline";

export function One() {
  const { memory = "" } = useParams();
  return <Whole key={memory} id={memory} />;
}

function Whole({ id }: { id: string }) {
  const person = usePerson();
  const memory = useMemory(id);
  const search = (useLocation().state as { search?: string } | null)?.search ?? "";
  const back = { pathname: `/${person}/memory`, search };
  return (
    <div className="view one">
      <p>
        <Link to={back} state={{ from: id }}>
          ← Memory
        </Link>
      </p>
      <Asked of={memory} what="the memory">
        {({ one, line, events }) => (
          <>
            <Heading memory={one} />
            <Doing memory={one} />
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
  const pinned = usePinned().has(memory.id);
  return (
    <header className="stack">
      <h1 dir="auto">{sentence(memory)}</h1>
      {memory.kind === "scene" && <Picture memory={memory} />}
      <p className="row quiet">
        {pinned && <Tag>Pinned</Tag>}
        {memory.status !== "active" && <Tag tone={memory.status === "proposed" ? "warn" : ""}>{STATUS[memory.status]}</Tag>}
        {category(memory.category)} · {when(memory)} · {sure(memory.confidence)} · {weight(memory.importance)}
      </p>
      {quote ? (
        <Quote text={quote} by={memory.said_by} at={memory.said_at}>
          {message && <Link to={`/${person}/chat/${message}`}>Read it in the conversation</Link>}
        </Quote>
      ) : (
        <p className="quiet">
          {capital(origin(memory))}, <Time at={memory.created_at} exact />
          {message && (
            <>
              {" "}
              · <Link to={`/${person}/chat/${message}`}>Read it in the conversation</Link>
            </>
          )}
        </p>
      )}
      {memory.superseded_by && (
        <p>
          <Link to={`/${person}/memory/${memory.superseded_by}`}>What replaced it</Link>
        </p>
      )}
    </header>
  );
}

/** What one can do: what waits is decided, and everything else as on a card. */
function Doing({ memory }: { memory: Memory }) {
  const person = usePerson();
  const go = useNavigate();
  const decide = useDecide(memory.id);
  return (
    <div className="row">
      {memory.status === "proposed" && (
        <>
          <Button look="main" disabled={decide.isPending} onClick={() => decide.mutate(true)}>
            Confirm
          </Button>
          <Button disabled={decide.isPending} onClick={() => decide.mutate(false)}>
            Decline
          </Button>
        </>
      )}
      <Actions memory={memory} gone={() => go(`/${person}/memory`)} />
    </div>
  );
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
      if (!accepted) await go(`/${person}/memory`);
      void refresh(accepted ? undefined : memory);
      tell.done(accepted ? "Confirmed." : "Declined: it is not asked again.");
    },
    onError: tell.failed,
  });
}
