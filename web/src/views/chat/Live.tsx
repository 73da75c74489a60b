// The chat as it goes on.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { usePerson } from "../../shell/person";
import { useSession } from "../../shell/session";
import { useRefresh } from "../../ui/changes";
import { Button } from "../../ui/parts";
import { Empty, Failed, Loading } from "../../ui/states";
import { Composer } from "./Composer";
import { Entries, Answer } from "./Entries";
import { useEarlier } from "./earlier";
import type { Room, Unsent } from "./room";
import { useRoom, type Line } from "./socket";
import { useBottom } from "./bottom";

const READ = "read:no-model";

export function Live() {
  const person = usePerson();
  const { companion } = useSession();
  const { room, line, code, say, again, drop, stop, act } = useRoom(person);
  const earlier = useEarlier(person, room, act);
  const bottom = useBottom(room);
  useFresh(room);
  useSignedOut(line, code);
  return (
    <div className="chat">
      <h1 className="hidden">Chat with {companion}</h1>
      {/* Its last child is what is newest; a screen reader is told of it below, once it is whole. */}
      <div className="log" ref={bottom.box} onScroll={bottom.look} tabIndex={0} role="region" aria-label="Conversation">
        <div className="all">
          {room.earlier && (
            <Button className="more" disabled={earlier.isPending} onClick={() => earlier.mutate()}>
              {earlier.isPending ? "Looking…" : "Earlier messages"}
            </Button>
          )}
          {earlier.error && <Failed error={earlier.error} />}
          <Beginning room={room} line={line} />
          <Entries entries={room.entries} />
          <Waiting unsent={room.unsent} again={again} drop={drop} />
          {room.turn && <Answer by={companion} text={room.turn.text} />}
        </div>
      </div>
      <div className="foot">
        {!bottom.there && (
          <Button className="newest" onClick={bottom.go}>
            ↓ Newest
          </Button>
        )}
        <NoModel model={room.welcome?.model} />
        <Trouble line={line} code={code} wrong={room.wrong} />
        <Composer person={person} say={say} {...(room.turn ? { stop } : {})} />
      </div>
      <p className="hidden" role="status">
        {room.heard && `${companion}: ${room.heard}`}
      </p>
    </div>
  );
}

function Beginning({ room, line }: { room: Room; line: Line }) {
  const { companion } = useSession();
  const person = usePerson();
  if (!room.welcome) return line === "opening" ? <Loading what="the conversation" /> : null;
  return (
    room.entries.length === 0 &&
      room.unsent.length === 0 && (
        <Empty title={`Say hello to ${companion}`}>
          <p>What matters in what you say is remembered, and shown below your message. You can undo it there at any time.</p>
          <p>
            Talked to another assistant before? <Link to={`/${person}/settings/data`}>Import a history</Link>
          </p>
        </Empty>
      )
  );
}

/** Told until it was read: how the answers come without a model, and how to have one. */
function NoModel({ model }: { model: string | null | undefined }) {
  const { companion } = useSession();
  const [read, setRead] = useState(() => localStorage.getItem(READ) !== null);
  if (model !== null || read) return null;
  return (
    <div className="note small">
      <details>
        <summary>{companion} answers from memory alone: no language model is set.</summary>
        <p>
          Whoever runs this can set one under <code>[model]</code> in <code>reverie.toml</code>, for example{" "}
          <code>name = "ollama:llama3.2"</code>.
        </p>
      </details>
      <Button
        className="tiny push"
        onClick={() => {
          localStorage.setItem(READ, "1");
          setRead(true);
          document.getElementById("saying")?.focus();
        }}
      >
        Got it
      </Button>
    </div>
  );
}

/** What was said and is not kept yet: on its way, or refused and to be said again. */
function Waiting(props: { unsent: readonly Unsent[]; again: (one: Unsent) => void; drop: (ref: string) => void }) {
  return props.unsent.map((one) => (
    <div key={one.ref} className="turn own waiting">
      <blockquote className="bubble" dir="auto">
        {one.text}
      </blockquote>
      {one.wrong ? (
        <div className="row small" role="alert">
          <span className="bad">Not sent: {one.wrong}</span>
          <Button onClick={() => props.again(one)}>Send again</Button>
          <Button look="plain" onClick={() => props.drop(one.ref)}>
            Discard
          </Button>
        </div>
      ) : (
        <p className="quiet small">Sending…</p>
      )}
    </div>
  ));
}

function Trouble({ line, code, wrong }: { line: Line; code: number; wrong: string | null }) {
  const { companion } = useSession();
  const told =
    line === "lost"
      ? "Offline: trying again. What you write is sent as soon as possible."
      : line === "closed"
        ? code === 4403
          ? "You may read here, but not chat from this page."
          : `${companion} can't be reached under this name any more.`
        : wrong;
  return (
    <p className={`trouble small ${told ? "" : "hidden"}`} role="status">
      {told}
    </p>
  );
}

/** What is remembered changes with what is said: other views read it anew. */
function useFresh({ entries }: Room) {
  const refresh = useRefresh();
  const happened = entries.filter((one) => one.sort === "event").length;
  useEffect(() => {
    if (happened > 0) void refresh();
  }, [happened, refresh]);
}

/** A token that ran out while one was chatting leads to signing in. */
function useSignedOut(line: Line, code: number) {
  const queries = useQueryClient();
  useEffect(() => {
    if (line === "closed" && code === 4401) void queries.resetQueries({ queryKey: ["session"] });
  }, [line, code, queries]);
}
