// Short words about what was just done, with a way back where there is one.
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import { capital } from "./words";

type Told = { key: number; text: string; bad: boolean; undo?: () => void };
type Tell = { done: (text: string, undo?: () => void) => void; failed: (error: Error) => void };

const Telling = createContext<Tell | null>(null);
const SHOWN_MS = 10_000;
const APPLE = /Mac|iP/.test(navigator.platform);
/** What has the browser's own undo. */
const WRITING = "textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file])";
let last = 0;

export function Toasts({ children }: { children: ReactNode }) {
  const [told, setTold] = useState<Told[]>([]);
  const drop = useCallback((key: number) => setTold((all) => all.filter((one) => one.key !== key)), []);
  const tell = useMemo<Tell>(() => {
    const add = (one: Omit<Told, "key">) => {
      const key = ++last;
      setTold((all) => [...all.slice(-1), { ...one, key }]);
      // Whose keyboard has come to Undo has the time for it.
      const leave = () => (document.querySelector(".toasts:focus-within") ? wait() : drop(key));
      const wait = () => void setTimeout(leave, SHOWN_MS);
      wait();
    };
    return {
      done: (text, undo) => add(undo ? { text, bad: false, undo } : { text, bad: false }),
      failed: (error) => add({ text: capital(error.message), bad: true }),
    };
  }, [drop]);
  const back = useCallback(
    ({ key, undo }: Told) => {
      undo?.();
      drop(key);
    },
    [drop],
  );
  const newest = told.findLast((one) => one.undo);
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const undoing = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!newest || !undoing || (event.target as Element).matches(WRITING) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      back(newest);
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [newest, back]);
  return (
    <Telling value={tell}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {told.map((one) => (
          <div key={one.key} className={`toast ${one.bad ? "bad" : ""}`}>
            <span>{one.text}</span>
            {one.undo && (
              <button
                type="button"
                {...(one === newest && { title: `Undo (${APPLE ? "⌘" : "Ctrl+"}Z)`, "aria-keyshortcuts": APPLE ? "Meta+Z" : "Control+Z" })}
                onClick={() => back(one)}
              >
                Undo
              </button>
            )}
            <button type="button" onClick={() => drop(one.key)}>
              Dismiss
            </button>
          </div>
        ))}
      </div>
    </Telling>
  );
}

export function useTell(): Tell {
  const tell = useContext(Telling);
  if (!tell) throw new Error("useTell is for what stands inside <Toasts>");
  return tell;
}
