// What changed and when, the newest first, each with its way back.
import { useInfiniteQuery } from "@tanstack/react-query";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { useUndo } from "../../ui/changes";
import { Button, Tag, Time } from "../../ui/parts";
import { Asked } from "../../ui/states";
import { counted } from "../../ui/words";
import { became, done, FORGOTTEN, type Happening, happenings, more, undoable } from "./happenings";

const SHOWN_STEPS = 4;

/** `few` shows only the newest of them. */
export function Changes({ few }: { few?: number }) {
  const id = usePerson();
  const changes = useInfiniteQuery({
    queryKey: ["changes", id],
    queryFn: ({ pageParam: cursor }) =>
      got(
        api.GET("/v1/people/{person_id}/changes", {
          params: { path: { person_id: id }, query: cursor === null ? {} : { cursor } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    select: ({ pages }) => happenings(pages.flatMap((page) => page.items)),
  });
  return (
    <Asked of={changes} what="changes">
      {(all) =>
        all.length === 0 ? (
          <p className="quiet">Nothing has happened yet.</p>
        ) : (
          <>
            <ol className="happened">
              {all.slice(0, few).map((one) => (
                <One key={one.change.id} happening={one} />
              ))}
            </ol>
            {!few && changes.hasNextPage && (
              <Button disabled={changes.isFetchingNextPage} onClick={() => void changes.fetchNextPage()}>
                Show earlier changes
              </Button>
            )}
          </>
        )
      }
    </Asked>
  );
}

function One({ happening: { change, steps } }: { happening: Happening }) {
  const undo = useUndo();
  const worded = steps.filter((one) => (one.after ?? one.before)?.text !== FORGOTTEN);
  const shown = worded.slice(0, SHOWN_STEPS);
  const first = shown[0]?.after ?? shown[0]?.before;
  const wordless = steps.length - worded.length;
  return (
    <li>
      <Time at={change.at} exact />
      <div className="stack tight">
        <p className="row">
          <span className="quiet small">{done(change.cause)}</span>
          {change.undone_by && <Tag>taken back since</Tag>}
          {undoable(change) && (
            <Button
              look="plain"
              className="push slim"
              aria-label={`Undo: ${done(change.cause)} ${first?.text ?? ""}`}
              onClick={() => undo(change.id)}
            >
              Undo
            </Button>
          )}
        </p>
        {shown.map((step) => {
          const memory = step.after ?? step.before;
          const turned = became(step);
          return (
            memory && (
              <p key={memory.id} className={change.undone_by ? "quiet" : ""}>
                <span dir="auto" className="words">
                  {memory.text}
                </span>{" "}
                {turned && <span className="quiet small">{turned}</span>}
              </p>
            )
          );
        })}
        {worded.length > SHOWN_STEPS && <p className="quiet small">{more(worded.length - SHOWN_STEPS)}</p>}
        {wordless > 0 && <p className="quiet small">{counted(wordless, "memory", "memories")} whose words are gone</p>}
      </div>
    </li>
  );
}
