// Short words about what was just done, with a way back where there is one.
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from "react";
import { capital } from "./words";

type Told = { key: number; text: string; bad: boolean; undo?: () => void };
type Tell = { done: (text: string, undo?: () => void) => void; failed: (error: Error) => void };

const Telling = createContext<Tell | null>(null);
const SHOWN_MS = 10_000;
let last = 0;

export function Toasts({ children }: { children: ReactNode }) {
  const [told, setTold] = useState<Told[]>([]);
  const drop = useCallback((key: number) => setTold((all) => all.filter((one) => one.key !== key)), []);
  const tell = useMemo<Tell>(() => {
    const add = (one: Omit<Told, "key">) => {
      const key = ++last;
      setTold((all) => [...all.slice(-2), { ...one, key }]);
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
                onClick={() => {
                  one.undo?.();
                  drop(one.key);
                }}
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
