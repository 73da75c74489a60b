// An earlier conversation, opened at one of its messages, and read on from there either way.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { Button } from "../../ui/parts";
import { Asked } from "../../ui/states";
import { Entries } from "./Entries";
import type { Message } from "./room";

const PIECE = 50;
/** What a request gives at most. */
const MOST = 200;

type Order = "oldest" | "newest";
type Side = { messages: Message[]; more: boolean };
type Stretch = { before: Side; marked: Message; behind: Side };

export function Past({ message }: { message: string }) {
  const person = usePerson();
  const [before, setBefore] = useState(PIECE);
  const [behind, setBehind] = useState(PIECE);
  const past = useQuery({
    queryKey: ["past", person, message, before, behind],
    queryFn: () => around(person, message, before, behind),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="view past">
      <p>
        <Link to={`/${person}/chat`}>← Back to the chat</Link>
      </p>
      <h1>An earlier conversation</h1>
      <Asked of={past} what="the conversation">
        {(stretch) => (
          <Shown
            stretch={stretch}
            busy={past.isPlaceholderData}
            earlier={() => setBefore(before + PIECE)}
            later={() => setBehind(behind + PIECE)}
          />
        )}
      </Asked>
    </div>
  );
}

function Shown(props: { stretch: Stretch; busy: boolean; earlier: () => void; later: () => void }) {
  const { before, marked, behind } = props.stretch;
  const messages = [...before.messages.toReversed(), marked, ...behind.messages];
  const height = useRef(0);
  useEffect(() => {
    const one = document.getElementById(`message-${marked.id}`);
    one?.focus({ preventScroll: true });
    one?.scrollIntoView({ block: "center" });
  }, [marked.id]);
  useLayoutEffect(() => {
    if (height.current > 0) window.scrollBy(0, document.documentElement.scrollHeight - height.current);
    height.current = 0;
  }, [before.messages.length]);

  function earlier() {
    height.current = document.documentElement.scrollHeight; // what is read stays where it is
    props.earlier();
  }
  return (
    <div className="turns">
      {before.more && (
        <Button className="more" disabled={props.busy} onClick={earlier}>
          Earlier messages
        </Button>
      )}
      <Entries entries={messages.map((one) => ({ sort: "message", key: one.id, message: one }))} marked={marked.id} />
      {behind.more && (
        <Button className="more" disabled={props.busy} onClick={props.later}>
          Later messages
        </Button>
      )}
    </div>
  );
}

/** A message, with so many before it and behind it in its conversation; each side begins with what is nearest. */
async function around(person: string, message: string, before: number, behind: number): Promise<Stretch> {
  const marked = await got(
    api.GET("/v1/people/{person_id}/messages/{message_id}", { params: { path: { person_id: person, message_id: message } } }),
  );
  const [earlier, later] = await Promise.all([side(person, marked, "newest", before), side(person, marked, "oldest", behind)]);
  return { before: earlier, marked, behind: later };
}

async function side(person: string, { id, conversation_id }: Message, order: Order, most: number): Promise<Side> {
  const messages: Message[] = [];
  let cursor: string | null = null;
  do {
    const limit = Math.min(most - messages.length, MOST);
    const query = { conversation_id, order, limit, after: id, ...(cursor === null ? {} : { cursor }) };
    const piece: { items: Message[]; next_cursor: string | null } = await got(
      api.GET("/v1/people/{person_id}/messages", { params: { path: { person_id: person }, query } }),
    );
    messages.push(...piece.items);
    cursor = piece.next_cursor;
  } while (cursor !== null && messages.length < most);
  return { messages, more: cursor !== null };
}
