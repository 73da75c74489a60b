// The views of one person's memory, in the order they are offered. `everybody` is for whoever may see everybody.
import type { ComponentType, ReactElement } from "react";
import { Chat } from "./chat/Chat";
import { Decide } from "./decide/Decide";
import { Waiting } from "./decide/Waiting";
import { Memories } from "./memories/Memories";
import { Mind } from "./mind/Mind";
import { Privacy } from "./privacy/Privacy";
import { Profile } from "./profile/Profile";
import { OverTime } from "./time/OverTime";
import { Why } from "./why/Why";

export type View = {
  path: string;
  /** What may stand behind `path` in an address: one of the things that the view shows. */
  one?: string;
  label: (companion: string) => string;
  element: ReactElement;
  everybody?: boolean;
  /** What stands beside the name in the navigation. */
  Beside?: ComponentType;
};

export const VIEWS: readonly [View, ...View[]] = [
  { path: "chat", one: ":message?", label: () => "Chat", element: <Chat /> },
  { path: "memories", one: ":memory?", label: () => "Memories", element: <Memories /> },
  { path: "decide", label: () => "To decide", element: <Decide />, Beside: Waiting },
  { path: "profile", label: () => "Profile", element: <Profile /> },
  { path: "time", label: () => "Over time", element: <OverTime /> },
  { path: "why", one: ":message?", label: () => "Why this context?", element: <Why /> },
  { path: "privacy", label: () => "Privacy", element: <Privacy /> },
  { path: "mind", label: (companion) => `${companion}’s mind`, element: <Mind />, everybody: true },
];
