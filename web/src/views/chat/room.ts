// What a chat looks like after each frame: a pure step from one state to the next, so coming back can neither lose nor double.
import type { Shapes } from "../../api/client";

export type ServerFrame = Shapes["ServerFrame"];
export type ClientFrame = Shapes["ClientFrame"];
export type Message = Shapes["Message"];
export type MemoryEvent = Shapes["MemoryEvent"];

/** A message, something that happened in memory, or an answer that is shown but not kept. */
export type Entry =
  | { sort: "message"; key: string; message: Message }
  | { sort: "event"; key: string; event: MemoryEvent }
  | { sort: "passing"; key: string; text: string };

/** Something said that the server has not kept yet; `wrong` says why it will not. */
export type Unsent = { ref: string; text: string; wrong?: string };

export type Room = {
  entries: readonly Entry[];
  unsent: readonly Unsent[];
  turn: { id: string; text: string } | null;
  welcome: { companion: string; model: string | null } | null;
  earlier: boolean;
  /** Where those begin, once some of them came. */
  older: string | null;
  /** The id that coming back names. */
  last: string | null;
  /** For a screen reader: the last answer, whole. */
  heard: string;
  wrong: string | null;
  /** Frames so far: names what has no id. */
  frames: number;
};

export type Act =
  | { do: "frame"; frame: ServerFrame }
  | { do: "say"; ref: string; text: string }
  | { do: "again"; ref: string }
  | { do: "drop"; ref: string }
  | { do: "earlier"; messages: readonly Message[]; older: string | null };

export function begun(unsent: readonly Unsent[]): Room {
  return { entries: [], unsent, turn: null, welcome: null, earlier: false, older: null, last: null, heard: "", wrong: null, frames: 0 };
}

export function next(room: Room, act: Act): Room {
  switch (act.do) {
    case "frame":
      return told({ ...room, frames: room.frames + 1 }, act.frame);
    case "say":
      return { ...room, unsent: [...room.unsent, { ref: act.ref, text: act.text }], wrong: null };
    case "again":
      return { ...room, unsent: room.unsent.map(({ ref, text, wrong }) => (ref === act.ref || !wrong ? { ref, text } : { ref, text, wrong })) };
    case "drop":
      return { ...room, unsent: without(room.unsent, act.ref) };
    case "earlier": {
      const there = new Set(room.entries.map((one) => one.key));
      const older = act.messages.filter((one) => !there.has(one.id)).map(entry);
      return { ...room, entries: [...older, ...room.entries], earlier: act.older !== null, older: act.older };
    }
  }
}

function told(room: Room, frame: ServerFrame): Room {
  switch (frame.type) {
    case "welcome":
      return welcomed(room, frame);
    case "message":
      return kept({ ...room, unsent: without(room.unsent, frame.ref) }, frame.message);
    case "unsaid":
      return { ...room, entries: room.entries.filter((one) => one.key !== frame.id) };
    case "thinking":
      return { ...room, turn: { id: frame.turn, text: "" }, wrong: null };
    case "piece": {
      const before = frame.at > 0 && room.turn?.id === frame.turn ? room.turn.text : "";
      return { ...room, turn: { id: frame.turn, text: before + frame.text } };
    }
    case "memory":
      return { ...room, entries: [...room.entries, { sort: "event", key: `event-${room.frames}`, event: frame.event }] };
    case "answered":
      return answered(room, frame);
    case "problem":
      return gone(room, frame);
    default:
      return room; // a pong, or what a newer server says
  }
}

function welcomed(room: Room, frame: Shapes["WelcomeFrame"]): Room {
  const { companion, model, messages, resumed, earlier } = frame;
  const first = { ...room, welcome: { companion, model }, turn: null };
  if (resumed) return messages.reduce(kept, first);
  return messages.reduce(kept, { ...first, entries: [], earlier, older: null, last: null });
}

/** A message takes its place: at the end, or where it stands already. */
function kept(room: Room, message: Message): Room {
  const stands = room.entries.some((one) => one.key === message.id);
  return stands
    ? { ...room, entries: room.entries.map((one) => (one.key === message.id ? entry(message) : one)) }
    : { ...room, entries: [...room.entries, entry(message)], last: message.id };
}

function answered(room: Room, frame: Shapes["AnsweredFrame"]): Room {
  const over = { ...room, unsent: without(room.unsent, frame.ref), turn: room.turn?.id === frame.turn ? null : room.turn };
  if (frame.finish === "again") return over;
  const heard = { ...over, heard: frame.text, wrong: frame.finish === "stop" || frame.finish === "cancelled" ? null : (frame.degraded.at(-1) ?? null) };
  if (frame.message) return kept(heard, frame.message);
  if (!frame.text) return heard;
  return { ...heard, entries: [...heard.entries, { sort: "passing", key: frame.turn, text: frame.text }] };
}

function gone(room: Room, { ref, turn, problem }: Shapes["ProblemFrame"]): Room {
  const wrong = problem.detail;
  const mine = room.unsent.some((one) => one.ref === ref);
  return {
    ...room,
    unsent: room.unsent.map((one) => (one.ref === ref ? { ...one, wrong } : one)),
    turn: turn && room.turn?.id === turn ? null : room.turn,
    wrong: mine ? room.wrong : wrong,
  };
}

function entry(message: Message): Entry {
  return { sort: "message", key: message.id, message };
}

function without(unsent: readonly Unsent[], ref: string | undefined | null): readonly Unsent[] {
  return unsent.filter((one) => one.ref !== ref);
}
