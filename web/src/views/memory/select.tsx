// Choosing several memories, to forget them or end them at once.
import { createContext, useContext } from "react";
import type { Memory } from "./asking";

export type Selection = { chosen: ReadonlyMap<string, Memory>; toggle: (memory: Memory) => void };

/** Null while nothing is being chosen. */
export const Selecting = createContext<Selection | null>(null);

export function useSelection(): Selection | null {
  return useContext(Selecting);
}
