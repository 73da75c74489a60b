// The memories of a person: looked through, looked for, added to, forgotten by topic.
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useLocation } from "react-router";
import { useSession } from "../../shell/session";
import { Button } from "../../ui/parts";
import { Asked, Empty } from "../../ui/states";
import { counted } from "../../ui/words";
import { Add } from "./Add";
import { useList, useRanked, type Memory } from "./asking";
import { CLEAR, useFilters, type Filters } from "./filters";
import { ForgetAbout } from "./ForgetAbout";
import { Row } from "./Row";
import { Search } from "./Search";

export function List() {
  const [filters, change] = useFilters();
  const [asking, setAsking] = useState<"add" | "forget">();
  const ranked = filters.meaning && filters.words.trim() !== "";
  return (
    <div className="view">
      <div className="titled">
        <h1>Memories</h1>
        <div className="row">
          <Button look="main" onClick={() => setAsking("add")}>
            Add a memory
          </Button>
          <Button look="plain" onClick={() => setAsking("forget")}>
            Forget a topic…
          </Button>
        </div>
      </div>
      <Search filters={filters} change={change} />
      {ranked ? <Ranked filters={filters} /> : <All filters={{ ...filters, meaning: false }} clear={() => change(CLEAR)} />}
      {asking === "add" && <Add close={() => setAsking(undefined)} />}
      {asking === "forget" && <ForgetAbout topic={filters.words} close={() => setAsking(undefined)} />}
    </div>
  );
}

function All({ filters, clear }: { filters: Filters; clear: () => void }) {
  const list = useList(filters);
  const more = useMore(list.data?.pages.length ?? 0);
  return (
    <Asked of={list} what="memories">
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0) return <None filters={filters} clear={clear} />;
        const told = list.hasNextPage ? `The newest ${items.length.toLocaleString()}` : counted(items.length, "memory", "memories");
        return (
          <Found told={told} busy={list.isPlaceholderData}>
            <div ref={more.list}>
              {byMonth(items).map(([month, those]) => (
                <section key={month} className="month">
                  <h2>{month}</h2>
                  <ul className="rows">
                    {those.map((one) => (
                      <Row key={one.id} memory={one} />
                    ))}
                  </ul>
                </section>
              ))}
            </div>
            {list.hasNextPage && (
              <Button
                className="more"
                disabled={list.isFetchingNextPage}
                onClick={() => {
                  more.expect(items.length);
                  void list.fetchNextPage();
                }}
              >
                {list.isFetchingNextPage ? "Looking further back…" : "Show more"}
              </Button>
            )}
          </Found>
        );
      }}
    </Asked>
  );
}

function Ranked({ filters }: { filters: Filters }) {
  const ranked = useRanked(filters);
  return (
    <Asked of={ranked} what="what answers that">
      {({ hits, degraded }) =>
        hits.length === 0 ? (
          <Empty title="Nothing is near that">
            <p>Try other words, or fewer filters.</p>
          </Empty>
        ) : (
          <Found told={`${counted(hits.length, "memory", "memories")}, the nearest first`} busy={ranked.isPlaceholderData}>
            {degraded.length > 0 && <p className="quiet small">Less than could be: {degraded.join("; ")}.</p>}
            <ul className="rows">
              {hits.map((one) => (
                <Row key={one.id} memory={one} why={one.why} />
              ))}
            </ul>
          </Found>
        )
      }
    </Asked>
  );
}

/** Where one comes back from a memory, it has the focus again. */
function Found({ told, busy, children }: { told: string; busy: boolean; children: ReactNode }) {
  const from = (useLocation().state as { from?: string } | null)?.from;
  useEffect(() => {
    if (from) document.getElementById(`memory-${from}`)?.focus();
  }, [from]);
  return (
    <div className="stack" aria-busy={busy}>
      <p className="quiet small" role="status">
        {told}
      </p>
      {children}
    </div>
  );
}

/** After "show more", the keyboard goes on at the first of what came. */
function useMore(pages: number) {
  const list = useRef<HTMLDivElement>(null);
  const expected = useRef<number>(undefined);
  useEffect(() => {
    if (expected.current === undefined) return;
    list.current?.querySelectorAll<HTMLElement>(".rows a.title")[expected.current]?.focus();
    expected.current = undefined;
  }, [pages]);
  return { list, expect: (at: number) => void (expected.current = at) };
}

function None({ filters, clear }: { filters: Filters; clear: () => void }) {
  const { companion } = useSession();
  const narrowed = Object.values(filters).some(Boolean);
  return narrowed ? (
    <Empty title="Nothing fits">
      <p>Nothing that is remembered has all of that.</p>
      <Button onClick={clear}>Show everything</Button>
    </Empty>
  ) : (
    <Empty title="Nothing yet">
      <p>What you tell {companion} stands here, each with the words it was heard in. You can add something yourself, too.</p>
    </Empty>
  );
}

const MONTH = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric" });

function byMonth(items: readonly Memory[]): [string, Memory[]][] {
  const months = new Map<string, Memory[]>();
  for (const one of items) {
    const month = MONTH.format(new Date(one.valid_from));
    months.set(month, [...(months.get(month) ?? []), one]);
  }
  return [...months];
}
