// What changed and when, the newest first, each with its way back.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, got, type Shapes } from "../../api/client";
import { usePerson } from "../../shell/person";
import { useUndo } from "../../ui/changes";
import { Button, Tag, Time } from "../../ui/parts";
import { Asked } from "../../ui/states";
import { counted, sentence } from "../../ui/words";
import { became, done, FORGOTTEN, type Happening, happenings, more, undoable } from "./happenings";

type Brought = Shapes["Imported"];
const SHOWN_STEPS = 4;

/** `few` shows only the newest of them. */
export function Changes({ few }: { few?: number }) {
  const id = usePerson();
  const params = { path: { person_id: id } };
  const changes = useInfiniteQuery({
    queryKey: ["changes", id],
    queryFn: ({ pageParam: cursor }) =>
      got(
        api.GET("/v1/people/{person_id}/changes", {
          params: { ...params, query: { imports: false, ...(cursor === null ? {} : { cursor }) } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    select: ({ pages }) => happenings(pages.flatMap((page) => page.items)),
  });
  const imports = useQuery({
    queryKey: ["imports", id],
    queryFn: () => got(api.GET("/v1/people/{person_id}/imports", { params })),
  });
  return (
    <Asked of={changes} what="changes">
      {(all) => (
        <Asked of={imports} what="imports">
          {(brought) => {
            const rows = together(all, brought, changes.hasNextPage).slice(0, few);
            if (rows.length === 0) return <p className="quiet">Nothing has happened yet.</p>;
            return (
              <>
                <ol className="happened">
                  {rows.map((one) =>
                    "batch" in one ? <Imported key={one.batch} one={one} /> : <One key={one.change.id} happening={one} />,
                  )}
                </ol>
                {!few && changes.hasNextPage && (
                  <Button disabled={changes.isFetchingNextPage} onClick={() => void changes.fetchNextPage()}>
                    Show earlier changes
                  </Button>
                )}
              </>
            );
          }}
        </Asked>
      )}
    </Asked>
  );
}

/** Changes and imports in one order, the newest first; an import older than what is shown so far waits for its turn. */
function together(all: readonly Happening[], brought: readonly Brought[], goesOn: boolean): (Happening | Brought)[] {
  const last = goesOn ? Date.parse(all.at(-1)?.change.at ?? "") : -Infinity;
  const at = (one: Happening | Brought) => Date.parse("batch" in one ? one.at : one.change.at);
  return [...all, ...brought.filter((one) => at(one) >= last)].sort((one, other) => at(other) - at(one));
}

function Imported({ one }: { one: Brought }) {
  const undo = useUndo();
  const what = `${counted(one.messages, "message", "messages")} and ${counted(one.memories, "memory", "memories")}`;
  return (
    <li>
      <Time at={one.at} exact />
      <div className="stack tight">
        <p className="row">
          <span className="quiet small">A history was imported</span>
          {one.undone && <Tag>undone since</Tag>}
          {!one.undone && (
            <Button look="plain" className="push slim" aria-label={`Undo the import of ${what}`} onClick={() => undo({ batch: one.batch })}>
              Undo
            </Button>
          )}
        </p>
        <p className={one.undone ? "quiet" : ""}>{what}</p>
      </div>
    </li>
  );
}

function One({ happening }: { happening: Happening }) {
  const { change, steps } = happening;
  const name = done(happening);
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
          <span className="quiet small">{name}</span>
          {change.undone_by && <Tag>undone since</Tag>}
          {undoable(change) && (
            <Button
              look="plain"
              className="push slim"
              aria-label={`Undo: ${name} ${first ? sentence(first) : ""}`}
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
                  {sentence(memory)}
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
