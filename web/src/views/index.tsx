// The views of one person's memory, in the order they are offered. `everybody` is for whoever may see everybody.
import type { ReactElement } from "react";
import { Chat } from "./chat/Chat";
import { Memories } from "./memories/Memories";
import { Why } from "./why/Why";

export type View = {
  path: string;
  /** What may stand behind `path` in an address: one of the things that the view shows. */
  one?: string;
  label: (companion: string) => string;
  element: ReactElement;
  everybody?: boolean;
};

export const VIEWS: readonly [View, ...View[]] = [
  { path: "chat", one: ":message?", label: () => "Chat", element: <Chat /> },
  { path: "memories", one: ":memory?", label: () => "Memories", element: <Memories /> },
  { path: "why", one: ":message?", label: () => "Why this context?", element: <Why /> },
];
