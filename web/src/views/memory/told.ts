// What became of something told, in a sentence with a way back.
import { useCallback } from "react";
import type { Shapes } from "../../api/client";
import { usePerson } from "../../shell/person";
import { lastChange, useRefresh, useUndo } from "../../ui/changes";
import { useTell } from "../../ui/toasts";
import { quoted } from "../../ui/words";

type Learned = Shapes["Learned"];

/** Show it everywhere and say it; the memory that it is now comes back. Refusals are thrown, to be shown where it was told. */
export function useTold(): (learned: readonly Learned[]) => Promise<string | undefined> {
  const person = usePerson();
  const refresh = useRefresh();
  const undo = useUndo();
  const tell = useTell();
  return useCallback(
    async (learned) => {
      const refused = learned.find((one) => one.step === "refused");
      if (refused && learned.length === 1) throw new Error(refused.reason ?? "That was not taken.");
      const first = learned.find((one) => one.memory !== null);
      const memory = first?.memory?.id;
      const change = memory && (await lastChange(person, memory));
      await refresh();
      tell.done(first ? became(first) : "Nothing new in that.", change ? () => undo(change) : undefined);
      return memory;
    },
    [person, refresh, undo, tell],
  );
}

function became({ step, previous }: Learned): string {
  if (step === "superseded" && previous) return `Remembered, in place of ${quoted(previous)}`;
  if (step === "reinforced") return "That was known already; it is more certain now.";
  if (step === "proposed") return "Please confirm it: it contradicts what is known.";
  return step === "ended" ? "Remembered as no longer true." : "Remembered.";
}
