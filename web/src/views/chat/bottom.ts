// Staying at the newest while one is there, and where one was while older messages come in above.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Room } from "./room";

const NEAR_PX = 48;

export function useBottom({ entries, unsent, turn }: Room) {
  const box = useRef<HTMLDivElement>(null);
  const [there, setThere] = useState(true);
  const before = useRef({ first: entries[0]?.key, height: 0 });
  const stay = useRef(true);
  const top = useRef(0);

  const look = useCallback(() => {
    const at = box.current;
    if (!at) return;
    const near = at.scrollHeight - at.scrollTop - at.clientHeight < NEAR_PX;
    if (near || at.scrollTop < top.current) stay.current = near; // else it only grew below
    top.current = at.scrollTop;
    setThere(stay.current);
  }, []);
  const go = useCallback(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
    box.current?.focus({ preventScroll: true });
  }, []);

  const first = entries[0]?.key;
  useLayoutEffect(() => {
    const at = box.current;
    if (!at) return;
    const { first: then, height } = before.current;
    if (then !== undefined && first !== then) at.scrollTop += at.scrollHeight - height;
    else if (stay.current) at.scrollTop = at.scrollHeight;
    before.current = { first, height: at.scrollHeight };
  }, [first, entries, unsent, turn]);

  // What was learned comes in below the messages a little later: the newest stays in view.
  useEffect(() => {
    const at = box.current;
    if (!at?.firstElementChild) return;
    const grown = new ResizeObserver(() => {
      if (stay.current) at.scrollTop = at.scrollHeight;
      before.current.height = at.scrollHeight;
    });
    grown.observe(at.firstElementChild);
    grown.observe(at); // what one writes in grows, too
    return () => grown.disconnect();
  }, []);

  return { box, there, look, go };
}
