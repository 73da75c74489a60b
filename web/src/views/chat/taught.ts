// What each message taught: asked for by every message that is shown, and fetched for all of them at once.
import { useQuery } from "@tanstack/react-query";
import { api, got, type Shapes } from "../../api/client";
import { usePerson } from "../../shell/person";

export type Lesson = Shapes["Sourced"];

/** Messages that one request may name, and memories that it gives. */
const MOST = 100;
const PIECE = 200;
const EVERY_STATUS = ["active", "proposed", "superseded", "expired"] as const;

type Waiting = { message: string; found: (lessons: Lesson[]) => void; failed: (error: unknown) => void };

const waiting = new Map<string, Waiting[]>();

export function useTaught(message: string): readonly Lesson[] {
  const person = usePerson();
  return useQuery({ queryKey: ["taught", person, message], queryFn: () => soon(person, message) }).data ?? [];
}

/** Wait for the others that are asked about in the same moment. */
function soon(person: string, message: string): Promise<Lesson[]> {
  return new Promise((found, failed) => {
    const those = waiting.get(person) ?? [];
    if (those.length === 0) {
      waiting.set(person, those);
      setTimeout(() => {
        waiting.delete(person);
        for (let at = 0; at < those.length; at += MOST) void fetched(person, those.slice(at, at + MOST));
      });
    }
    those.push({ message, found, failed });
  });
}

async function fetched(person: string, those: readonly Waiting[]): Promise<void> {
  try {
    const lessons = await taught(person, those.map((one) => one.message));
    for (const { message, found } of those) found(lessons.filter((one) => one.source.message_id === message));
  } catch (error) {
    for (const { failed } of those) failed(error);
  }
}

async function taught(person: string, messages: string[]): Promise<Lesson[]> {
  const lessons: Lesson[] = [];
  let cursor: string | null = null;
  do {
    const query = { message_id: messages, status: [...EVERY_STATUS], limit: PIECE, ...(cursor === null ? {} : { cursor }) };
    const page: { items: Lesson[]; next_cursor: string | null } = await got(
      api.GET("/v1/people/{person_id}/memories", { params: { path: { person_id: person }, query } }),
    );
    lessons.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return lessons;
}
