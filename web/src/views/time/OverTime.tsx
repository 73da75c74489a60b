// How it came to be what it is: memories by week or month, the relationship, and every change with its way back.
import { Asked, Empty } from "../../ui/states";
import { useCounts } from "./asking";
import { Changes } from "./Changes";
import { MemoriesPlot } from "./MemoriesPlot";
import { Relationship } from "./Relationship";
import "./time.css";

export function OverTime() {
  const counts = useCounts();
  return (
    <div className="view">
      <h1>Over time</h1>
      <Asked of={counts} what="counts">
        {({ days }) =>
          days.length === 0 ? (
            <Empty title="Nothing yet">
              <p>Once something was said, you see here how it grew.</p>
            </Empty>
          ) : (
            <>
              <section className="stack" aria-labelledby="grown">
                <h2 id="grown">Memories</h2>
                {days.some((one) => Object.keys(one.memories).length > 0) ? (
                  <MemoriesPlot days={days} />
                ) : (
                  <p className="quiet">Nothing was learned yet.</p>
                )}
              </section>
              <section className="stack" aria-labelledby="relationship">
                <h2 id="relationship">Relationship</h2>
                <Relationship />
              </section>
              <section className="stack" aria-labelledby="changes">
                <h2 id="changes">What changed, and when</h2>
                <Changes />
              </section>
            </>
          )
        }
      </Asked>
    </div>
  );
}
