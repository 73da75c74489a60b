// An opinion's strength over time, in steps.
import { useMemo } from "react";
import uPlot from "uplot";
import { axes, type Palette, Plot } from "../../ui/plot";
import { percent } from "../../ui/words";
import type { Point } from "./strength";

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

export function Strength({ points }: { points: Point[] }) {
  const drawn = useMemo(() => {
    const [first, last] = [points[0], points.at(-1)];
    const stepped = uPlot.paths.stepped?.({ align: 1 });
    const ends = Math.max(Date.now(), Date.parse(last?.at ?? "")) / 1000;
    return {
      gist: first && last ? `Strength went from ${percent(first.strength)} on ${DAY.format(new Date(first.at))} to ${percent(last.strength)}.` : "",
      series: [{ label: "Strength", colour: "accent" as const }],
      data: [
        [...points.map((one) => Date.parse(one.at) / 1000), ends],
        [...points.map((one) => one.strength), last?.strength ?? 0],
      ] as uPlot.AlignedData,
      options: (colour: Palette) => ({
        series: [{}, { stroke: colour("accent"), width: 2.5, points: { show: false }, ...(stepped && { paths: stepped }) }],
        axes: axes(colour, { size: 56, splits: () => [0, 0.5, 1], values: (_plot: uPlot, at: number[]) => at.map(percent) }),
        scales: { y: { range: [0, 1.05] as [number, number] } },
      }),
      table: {
        columns: ["When", "Strength", "What"],
        rows: points.map((one) => [DAY.format(new Date(one.at)), percent(one.strength), one.what]),
      },
    };
  }, [points]);
  return <Plot {...drawn} />;
}
