// The timeline: how much came when, and every memory by the month in which it became true.
import { useSession } from "../../shell/session";
import { Asked, Empty } from "../../ui/states";
import { useCounts } from "../time/asking";
import { MemoriesPlot } from "../time/MemoriesPlot";
import { All } from "./All";
import { CLEAR } from "./filters";

export function Months() {
  const counts = useCounts();
  const { companion } = useSession();
  return (
    <Asked of={counts} what="counts">
      {({ days }) =>
        days.some((one) => Object.keys(one.memories).length > 0) ? (
          <div className="view">
            <section className="stack" aria-labelledby="grown">
              <h2 id="grown">How it grew</h2>
              <MemoriesPlot days={days} />
            </section>
            <section className="stack" aria-labelledby="months">
              <h2 id="months">All memories</h2>
              <All filters={CLEAR} none={<p className="quiet">There are no current memories.</p>} months />
            </section>
          </div>
        ) : (
          <Empty title="Nothing yet">
            <p>Once {companion} has learned something, you see here when it came.</p>
          </Empty>
        )
      }
    </Asked>
  );
}
