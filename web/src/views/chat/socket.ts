// The connection of a chat: opened, opened again after growing pauses, and told of what is still to be said.
import { useEffect, useReducer, useRef, useState } from "react";
import { begun, next, type ClientFrame, type ServerFrame, type Unsent } from "./room";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
const PING_MS = 20_000;
const SILENCE_MS = 50_000;
/** Codes of a server that will not let us in, however often we come. */
const FINAL = new Set([4401, 4403, 4404, 4422]);

export type Line = "opening" | "open" | "lost" | "closed";

export function useRoom(person: string) {
  const [room, act] = useReducer(next, person, (id) => begun(remembered(id)));
  const [line, setLine] = useState<Line>("opening");
  const [code, setCode] = useState(0);
  const socket = useRef<WebSocket>(null);
  const welcomed = useRef<WebSocket>(null); // not a state: what is said before the next rendering has to know it too
  const now = useRef(room);
  useEffect(() => {
    now.current = room;
    sessionStorage.setItem(`unsent:${person}`, JSON.stringify(room.unsent));
  }, [room, person]);

  useEffect(() => {
    let pause = FIRST_PAUSE_MS;
    let over = false;
    let soon: ReturnType<typeof setTimeout>;
    let heardAt = Date.now();

    function open() {
      clearTimeout(soon);
      const one = new WebSocket(address(person, now.current.last));
      socket.current = one;
      heardAt = Date.now();
      one.onopen = () => {
        if (socket.current !== one) one.close(); // another was opened while this one was on its way
      };
      one.onmessage = ({ data }) => {
        if (socket.current !== one) return;
        heardAt = Date.now();
        const frame = JSON.parse(String(data)) as ServerFrame;
        act({ do: "frame", frame });
        if (frame.type !== "welcome") return;
        pause = FIRST_PAUSE_MS;
        welcomed.current = one;
        setLine("open");
        for (const { ref, text, wrong } of now.current.unsent) if (!wrong) send(one, { type: "say", text, ref });
      };
      one.onclose = (closed) => {
        if (over || socket.current !== one) return;
        setCode(closed.code);
        if (FINAL.has(closed.code)) return setLine("closed");
        setLine("lost");
        soon = setTimeout(open, pause * (0.75 + Math.random() / 2)); // not all at once, after a server came back
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      };
    }

    function atOnce() {
      if (socket.current?.readyState !== WebSocket.OPEN) open();
    }

    const pinging = setInterval(() => {
      const one = socket.current;
      if (one?.readyState !== WebSocket.OPEN) return;
      if (Date.now() - heardAt > SILENCE_MS) one.close(); // a network that vanished closes nothing
      else send(one, { type: "ping" });
    }, PING_MS);
    window.addEventListener("online", atOnce);
    open();
    return () => {
      over = true;
      clearTimeout(soon);
      clearInterval(pinging);
      window.removeEventListener("online", atOnce);
      socket.current?.close();
      socket.current = null;
    };
  }, [person]);

  function tell(frame: ClientFrame) {
    if (welcomed.current?.readyState === WebSocket.OPEN) send(welcomed.current, frame);
  }

  return {
    room,
    line,
    code,
    say(text: string) {
      const ref = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`; // an address without TLS has no randomUUID
      act({ do: "say", ref, text });
      tell({ type: "say", text, ref });
    },
    again({ ref, text }: Unsent) {
      act({ do: "again", ref });
      tell({ type: "say", text, ref });
    },
    drop: (ref: string) => act({ do: "drop", ref }),
    stop: () => tell({ type: "stop" }),
    act,
  };
}

function send(socket: WebSocket, frame: ClientFrame) {
  socket.send(JSON.stringify(frame));
}

function address(person: string, last: string | null): string {
  const url = new URL(`/v1/people/${encodeURIComponent(person)}/chat`, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  if (last) url.searchParams.set("after", last);
  return url.href;
}

/** What was still to be said when the page was left. */
function remembered(person: string): Unsent[] {
  return JSON.parse(sessionStorage.getItem(`unsent:${person}`) ?? "[]") as Unsent[];
}
