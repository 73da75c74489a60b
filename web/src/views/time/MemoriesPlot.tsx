// How much came when, stacked by kind.
import { useMemo, useState } from "react";
import uPlot from "uplot";
import { axes, type Colour, type Palette, Plot } from "../../ui/plot";
import { capital, counted } from "../../ui/words";
import { type Counts, gathered, type Kind, LENGTHS, type Span } from "./counts";

const KINDS: readonly { kind: Kind; label: string; colour: Colour }[] = [
  { kind: "fact", label: "Said", colour: "accent" },
  { kind: "observation", label: "Noticed", colour: "warn" },
  { kind: "episode", label: "Conversations", colour: "good" },
  { kind: "scene", label: "Pictures", colour: "bad" },
];
const SPANS: readonly Span[] = ["week", "month", "year"];
/** So many bars can be told apart, and so many lines of a table be read. */
const BARS = 150;
const LINES = 600;
const YEAR = new Intl.DateTimeFormat(undefined, { year: "numeric" });
const MONTH = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric" });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

export function MemoriesPlot({ days }: { days: Counts["days"] }) {
  const offered = SPANS.filter((one) => one === "year" || age(days) / LENGTHS[one] <= LINES);
  const [chosen, setChosen] = useState<Span>();
  const span = chosen && offered.includes(chosen) ? chosen : first(days);
  const drawn = useMemo(() => draw(days, span), [days, span]);
  return (
    <div className="stack tight">
      <label className="row small">
        <span className="quiet">By</span>
        <select className="short" value={span} onChange={(event) => setChosen(event.target.value as Span)}>
          {offered.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <Plot {...drawn} />
    </div>
  );
}

/** A year of weeks, some years of months, or years. */
function first(days: Counts["days"]): Span {
  if (age(days) <= 300) return "week";
  return age(days) / LENGTHS.month <= BARS ? "month" : "year";
}

function age(days: Counts["days"]): number {
  return days.length === 0 ? 0 : (Date.parse(days.at(-1)?.day ?? "") - Date.parse(days[0]?.day ?? "")) / 86_400_000;
}

/** The plot of some days: bars that stand on each other are bars from the ground, the highest drawn first. */
function draw(days: Counts["days"], span: Span) {
  const pieces = gathered(days, span);
  const kinds = KINDS.filter(({ kind }) => pieces.some((one) => one.kinds[kind]));
  const tops = kinds.map((_kind, upTo) =>
    pieces.map((one) => kinds.slice(0, upTo + 1).reduce((sum, { kind }) => sum + (one.kinds[kind] ?? 0), 0)),
  );
  const totals = tops.at(-1) ?? [];
  const most = Math.max(...totals);
  const busiest = pieces[totals.indexOf(most)];
  const named = { week: (at: Date) => `the week of ${DAY.format(at)}`, month: MONTH.format, year: YEAR.format }[span];
  const bars = uPlot.paths.bars?.({ size: [0.8, 40], radius: 0.15 });
  const drawn = [...kinds].reverse();
  const half = LENGTHS[span] * 43_200;
  const times = pieces.map(({ at }) => at.getTime() / 1000);
  const [begun = 0, ended = begun] = [times[0], times.at(-1)];
  return {
    gist:
      `${counted(totals.reduce((sum, one) => sum + one, 0), "memory", "memories")} in ${counted(pieces.length, span, `${span}s`)}` +
      (busiest ? `, most in ${named(busiest.at)} (${most}).` : "."),
    series: kinds,
    data: [times, ...[...tops].reverse()] as uPlot.AlignedData,
    options: (colour: Palette) => ({
      series: [
        {},
        ...drawn.map((one) => ({
          fill: colour(one.colour),
          width: 0,
          points: { show: false },
          ...(bars && { paths: bars }),
        })),
      ],
      axes: axes(colour, { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] }),
      scales: {
        x: { range: (): [number, number] => [begun - half, ended + half] }, // of one bar, uPlot would show years
        y: { range: (_plot: uPlot, _low: number, high: number): [number, number] => [0, Math.max(high * 1.05, 1)] },
      },
    }),
    table: {
      columns: [capital(span), ...kinds.map(({ label }) => label)],
      rows: pieces.map((one) => [capital(named(one.at)), ...kinds.map(({ kind }) => one.kinds[kind] ?? 0)]),
    },
  };
}
