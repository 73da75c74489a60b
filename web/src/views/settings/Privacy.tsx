// What the person decides about their memory: whether anything is learned, what, and how long it is kept.
import { Asked } from "../../ui/states";
import { useCounts } from "../time/asking";
import { useSettings } from "./asking";
import { Categories, Remembering } from "./Remembering";
import { Retention } from "./Retention";

export function Privacy() {
  const settings = useSettings();
  const counts = useCounts();
  return (
    <div className="view">
      <Asked of={settings} what="your settings">
        {(decided) => (
          <Asked of={counts} what="what is kept">
            {(many) => (
              <>
                <Remembering settings={decided} />
                <Categories settings={decided} counts={many.categories} />
                <Retention settings={decided} counts={many} />
              </>
            )}
          </Asked>
        )}
      </Asked>
    </div>
  );
}
