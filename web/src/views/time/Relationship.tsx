// What two are to each other, from when on and why: a line in steps where it changed, and the steps in words.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import uPlot from "uplot";
import { api, got, type Shapes } from "../../api/client";
import { usePerson } from "../../shell/person";
import { useSession } from "../../shell/session";
import { Tag, Time } from "../../ui/parts";
import { axes, type Palette, Plot } from "../../ui/plot";
import { Asked } from "../../ui/states";
import { capital } from "../../ui/words";

type Moment = Shapes["Moment"];
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

export function Relationship() {
  const id = usePerson();
  const line = useQuery({
    queryKey: ["relationship", id],
    queryFn: () => got(api.GET("/v1/people/{person_id}/relationship", { params: { path: { person_id: id } } })),
  });
  return <Asked of={line} what="the relationship">{(moments) => <Line moments={moments} />}</Asked>;
}

function Line({ moments }: { moments: Moment[] }) {
  const { companion } = useSession();
  const steps = useMemo(() => moments.filter((one) => !one.dynamic), [moments]);
  if (moments.length === 0)
    return (
      <p className="quiet">
        You have not said yet what you are to each other. Tell {companion}, or write it into your profile.
      </p>
    );
  return (
    <div className="stack">
      {steps.length > 1 && <Steps steps={steps} />}
      <ol className="happened">
        {[...moments].reverse().map((one) => (
          <li key={`${one.memory_id} ${one.at}`}>
            <Time at={one.at} />
            <div className="stack tight">
              <p>
                <strong dir="auto">{one.dynamic ? one.value : capital(one.value)}</strong> {one.dynamic && <Tag>noticed</Tag>}
              </p>
              {one.reason && <p dir="auto">{one.reason}</p>}
              <p className="quiet small">
                {capital(one.told)}
                {one.until && (
                  <>
                    , until <Time at={one.until} />
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The steps as a line: each thing that one was to the other has its height, in the order in which they came. */
function Steps({ steps }: { steps: Moment[] }) {
  const drawn = useMemo(() => {
    const words = [...new Set(steps.map((one) => one.value))];
    const last = steps.at(-1);
    const ends = Math.max(Date.now(), Date.parse(last?.at ?? "")) / 1000;
    const heights = steps.map((one) => words.indexOf(one.value));
    const stepped = uPlot.paths.stepped?.({ align: 1 });
    return {
      gist: `${capital(steps.map((one) => `${one.value} from ${DAY.format(new Date(one.at))}`).join(", "))}.`,
      series: [{ label: "Relationship", colour: "accent" as const }],
      data: [[...steps.map((one) => Date.parse(one.at) / 1000), ends], [...heights, heights.at(-1) ?? 0]] as uPlot.AlignedData,
      options: (colour: Palette) => ({
        series: [{}, { stroke: colour("accent"), width: 2.5, points: { show: false }, ...(stepped && { paths: stepped }) }],
        axes: axes(colour, {
          size: 120,
          splits: () => words.map((_word, at) => at),
          values: (_plot: uPlot, at: number[]) => at.map((height) => clipped(words[height] ?? "")),
        }),
        scales: { y: { range: [-0.4, words.length - 0.6] as [number, number] } },
      }),
      table: {
        columns: ["From", "What you were", "Why"],
        rows: steps.map((one) => [DAY.format(new Date(one.at)), one.value, one.reason ?? "–"]),
      },
    };
  }, [steps]);
  return <Plot {...drawn} />;
}

function clipped(word: string): string {
  return word.length > 17 ? `${word.slice(0, 16)}…` : word;
}
