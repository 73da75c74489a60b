// An earlier conversation, opened at one of its messages.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { Asked } from "../../ui/states";
import { Entries } from "./Entries";
import type { Message } from "./room";

const AROUND = 100;

export function Past({ message }: { message: string }) {
  const person = usePerson();
  const past = useQuery({ queryKey: ["past", person, message], queryFn: () => around(person, message) });
  return (
    <div className="view past">
      <p>
        <Link to={`/${person}/chat`}>← Back to the chat</Link>
      </p>
      <h1>An earlier conversation</h1>
      <Asked of={past} what="the conversation">
        {(messages) => <Shown messages={messages} marked={message} />}
      </Asked>
    </div>
  );
}

function Shown({ messages, marked }: { messages: readonly Message[]; marked: string }) {
  useEffect(() => {
    const one = document.getElementById(`message-${marked}`);
    one?.focus({ preventScroll: true });
    one?.scrollIntoView({ block: "center" });
  }, [marked]);
  return (
    <div className="turns">
      <Entries entries={messages.map((one) => ({ sort: "message", key: one.id, message: one }))} marked={marked} />
    </div>
  );
}

/** The messages of a conversation up to some way behind the one that is looked for. */
async function around(person: string, message: string): Promise<Message[]> {
  const { conversation_id } = await got(
    api.GET("/v1/people/{person_id}/messages/{message_id}", { params: { path: { person_id: person, message_id: message } } }),
  );
  const found: Message[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = { limit: 200, ...(cursor ? { cursor } : {}) };
    const page = await got(
      api.GET("/v1/people/{person_id}/conversations/{conversation_id}/messages", {
        params: { path: { person_id: person, conversation_id }, query },
      }),
    );
    found.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor && !found.some((one) => one.id === message));
  const at = found.findIndex((one) => one.id === message);
  return found.slice(Math.max(0, at - AROUND), at + AROUND);
}
