// Everything that happened to a memory: what, by whom, when; with a way back from each.
import type { Shapes } from "../../api/client";
import { useSession } from "../../shell/session";
import { useUndo } from "../../ui/changes";
import { Button, Time } from "../../ui/parts";
import { capital, quoted } from "../../ui/words";

type Event = Shapes["Event"];

const CAUSES: Readonly<Record<string, string>> = {
  learn: "learned from a message",
  remember: "added by hand",
  correct: "edited",
  observe: "noticed",
  validate: "confirmed again",
  synthesize: "concluded from what was noticed",
  accept: "confirmed",
  decline: "declined",
  forget: "forgotten",
  undo: "undone",
  expire: "faded with time",
  retention: "deleted after the time you set",
  profile: "edited in the profile",
  merge: "came along when two people were joined",
  split: "came back when two people were parted",
  import: "imported",
  edit: "a message was edited",
  delete: "a message was deleted",
  evolve: "changed its mind",
  reinforce: "held more strongly",
};

/** Causes that upkeep or a whole import had, which are not one thing to take back. */
const NO_WAY_BACK = new Set(["merge", "split", "import", "index", "expire", "retention"]);

export function Happened({ events }: { events: readonly Event[] }) {
  const undo = useUndo();
  const { companion } = useSession();
  if (events.length === 0) return null;
  return (
    <section className="stack">
      <h2>What happened to it</h2>
      <ol className="events">
        {events.map(({ change, at, before, after, contradicts }, place) => (
          <li key={change.id} className="row">
            <span>
              {capital(what(change.cause, before, after))}
              {change.actor === "companion" && after?.kind !== "scene" && ` by ${companion}`}
              {change.actor === "model" && " by the language model"}
            </span>
            <span className="quiet small">
              <Time at={at} exact />
            </span>
            {change.undone_by ? (
              <span className="quiet small push">undone since</span>
            ) : (
              place === events.length - 1 &&
              !NO_WAY_BACK.has(change.cause) && (
                <Button look="plain" className="push" aria-label={`Undo: ${what(change.cause, before, after)}`} onClick={() => undo(change.id)}>
                  Undo
                </Button>
              )
            )}
            {contradicts.length > 0 && (
              <p className="full quiet" dir="auto">
                against: {contradicts.map(quoted).join(", ")}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function what(cause: string, before: Event["before"], after: Event["after"]): string {
  if (before && after?.status === "superseded" && before.status !== "superseded") return after.superseded_by ? "something newer took its place" : "marked as no longer true";
  if (cause === "remember" && after?.kind === "scene") return "added as a picture";
  if (before && after && cause === "learn" && after.validations > before.validations) return "said again: surer now";
  return CAUSES[cause] ?? cause;
}
