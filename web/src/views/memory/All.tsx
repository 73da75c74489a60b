// Memories that go on: a page of them, and more when asked for. After "show more" the keyboard goes on at the first of what came.
import { useEffect, useRef, type ReactNode } from "react";
import { useLocation } from "react-router";
import { Button } from "../../ui/parts";
import { Asked } from "../../ui/states";
import { counted } from "../../ui/words";
import { useList, type Memory } from "./asking";
import { Cards } from "./Card";
import type { Filters } from "./filters";

export function All({ filters, none, months = false }: { filters: Filters; none: ReactNode; months?: boolean }) {
  const list = useList(filters);
  const more = useMore(list.data?.pages.length ?? 0);
  return (
    <Asked of={list} what="memories">
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0) return none;
        return (
          <Found told={list.hasNextPage ? `The newest ${items.length.toLocaleString()}` : counted(items.length, "memory", "memories")} busy={list.isPlaceholderData}>
            <div ref={more.list} className="stack">
              {months ? (
                byMonth(items).map(([month, those]) => (
                  <section key={month} className="month">
                    <h3>{month}</h3>
                    <Cards memories={those} />
                  </section>
                ))
              ) : (
                <Cards memories={items} />
              )}
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
                {list.isFetchingNextPage ? "Loading…" : "Show more"}
              </Button>
            )}
          </Found>
        );
      }}
    </Asked>
  );
}

/** Where one comes back from a memory, it has the focus again. */
function Found({ told, busy, children }: { told: string; busy: boolean; children: ReactNode }) {
  useComeBack();
  return (
    <div className="stack" aria-busy={busy}>
      <p className="quiet small" role="status">
        {told}
      </p>
      {children}
    </div>
  );
}

/** The memory that one came back from has the focus. */
export function useComeBack() {
  const from = (useLocation().state as { from?: string } | null)?.from;
  useEffect(() => {
    if (from) document.getElementById(`memory-${from}`)?.focus();
  }, [from]);
}

function useMore(pages: number) {
  const list = useRef<HTMLDivElement>(null);
  const expected = useRef<number>(undefined);
  useEffect(() => {
    if (expected.current === undefined) return;
    list.current?.querySelectorAll<HTMLElement>(".memory a.title")[expected.current]?.focus();
    expected.current = undefined;
  }, [pages]);
  return { list, expect: (at: number) => void (expected.current = at) };
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
