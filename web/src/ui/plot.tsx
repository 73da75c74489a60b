// A plot in the page's own colours, with the same numbers as a table behind it: what it shows is said, not only drawn.
import { type ReactNode, useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import "./plot.css";

export type Colour = "accent" | "good" | "warn" | "bad" | "ink-soft" | "line";
export type Table = { columns: readonly string[]; rows: readonly (readonly ReactNode[])[] };
/** What the page's colours are now, as a canvas takes them. */
export type Palette = (name: Colour) => string;

const HEIGHT = 240;
const DARK = window.matchMedia("(prefers-color-scheme: dark)");

export function Plot(props: {
  gist: string;
  series: readonly { label: string; colour: Colour }[];
  data: uPlot.AlignedData;
  options: (palette: Palette) => Pick<uPlot.Options, "series" | "axes" | "scales">;
  table: Table;
}) {
  const { gist, series, data, options, table } = props;
  const box = useRef<HTMLDivElement>(null);
  const looks = useLooks();
  useEffect(() => {
    const into = box.current;
    if (!into) return;
    const size = () => ({ width: into.clientWidth, height: HEIGHT });
    const plot = new uPlot(
      { ...size(), ...options(palette(into)), legend: { show: false }, cursor: { show: false }, padding: [12, 24, 0, 0] },
      data,
      into,
    );
    const fit = new ResizeObserver(() => plot.setSize(size()));
    fit.observe(into);
    return () => {
      fit.disconnect();
      plot.destroy();
    };
  }, [data, options, looks]);
  return (
    <figure className="plot">
      {series.length > 1 && (
        <ul className="legend small" aria-hidden="true">
          {series.map((one) => (
            <li key={one.label}>
              <span className="swatch" style={{ background: `var(--${one.colour})` }} />
              {one.label}
            </li>
          ))}
        </ul>
      )}
      <div ref={box} role="img" aria-label={gist} />
      <figcaption className="quiet small">{gist}</figcaption>
      <details>
        <summary className="small">The same as a table</summary>
        <Numbers {...table} />
      </details>
    </figure>
  );
}

function Numbers({ columns, rows }: Table) {
  return (
    <div className="numbers" tabIndex={0} role="region" aria-label="Table">
      <table>
        <thead>
          <tr>
            {columns.map((one) => (
              <th key={one} scope="col">
                {one}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (column === 0 ? <th key={column} scope="row">{cell}</th> : <td key={column}>{cell}</td>))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Changes when the page turns light or dark: a canvas has to be drawn anew. */
function useLooks(): string {
  const [looks, setLooks] = useState(look);
  useEffect(() => {
    const changed = () => setLooks(look());
    const theme = new MutationObserver(changed);
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    DARK.addEventListener("change", changed);
    return () => {
      theme.disconnect();
      DARK.removeEventListener("change", changed);
    };
  }, []);
  return looks;
}

function look(): string {
  return `${document.documentElement.dataset["theme"] ?? "auto"} ${DARK.matches}`;
}

/** A variable holds light-dark(…), which a canvas does not know: an element of that colour says what it comes to. */
function palette(beside: HTMLElement): Palette {
  return (name) => {
    const probe = beside.appendChild(document.createElement("i"));
    probe.style.color = `var(--${name})`;
    const colour = getComputedStyle(probe).color;
    probe.remove();
    return colour;
  };
}

/** Axes as quiet as they can be. */
export function axes(colour: Palette, y: Partial<uPlot.Axis> = {}): uPlot.Axis[] {
  const quiet = { stroke: colour("ink-soft"), ticks: { show: false }, font: "12px system-ui" };
  const grid = { stroke: colour("line"), width: 1 };
  return [
    { ...quiet, grid: { show: false }, size: 28, gap: 8, space: 72, values: (_plot, at) => ticks(at) },
    { ...quiet, grid, size: 40, ...y },
  ];
}

const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const MONTH = new Intl.DateTimeFormat(undefined, { month: "short", year: "numeric" });
const YEAR = new Intl.DateTimeFormat(undefined, { year: "numeric" });

/** What stands at some times, in seconds: a year, a month or a day, as they lie apart. */
function ticks(at: readonly number[]): string[] {
  const apart = ((at[1] ?? 0) - (at[0] ?? 0)) / 86_400;
  return at.map((seconds) => {
    const date = new Date(seconds * 1000);
    if (apart > 360) return YEAR.format(date);
    return apart > 25 || date.getDate() === 1 ? MONTH.format(date) : DAY.format(date);
  });
}
