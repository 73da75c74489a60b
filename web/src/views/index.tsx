// The three places of the page. What belongs to a place stands below it: `also` are addresses that do not begin like it.
import type { ComponentType } from "react";
import type { IconName } from "../ui/icon";
import { Waiting } from "./decide/Waiting";

export type Place = {
  path: string;
  label: string;
  icon: IconName;
  also?: readonly string[];
  /** What stands beside the name in the navigation. */
  Beside?: ComponentType;
};

export const PLACES: readonly Place[] = [
  { path: "chat", label: "Chat", icon: "chat", also: ["why"] },
  { path: "memory", label: "Memory", icon: "memory", Beside: Waiting },
  { path: "settings", label: "Settings", icon: "settings" },
];

/** The place that an address is in. */
export function placeOf(pathname: string): Place | undefined {
  const path = pathname.split("/")[2] ?? "";
  return PLACES.find((one) => one.path === path || one.also?.includes(path));
}
