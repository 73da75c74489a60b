// What was found: memories with these words, memories close to them, and messages that speak of it.
import { Link } from "react-router";
import { usePerson } from "../../shell/person";
import { Button, Quote } from "../../ui/parts";
import { Asked } from "../../ui/states";
import { All } from "./All";
import { useFound, useList } from "./asking";
import { Cards } from "./Card";
import { CLEAR, type Filters } from "./filters";

export function Results({ filters, change }: { filters: Filters; change: (changed: Partial<Filters>) => void }) {
  const worded = filters.words.trim() !== "";
  return (
    <div className="view">
      <section className="stack" aria-labelledby="found">
        <h2 id="found">Memories</h2>
        <All
          filters={filters}
          none={
            <div className="row">
              <p className="quiet">{worded ? "No memory has these words." : "No memory fits these filters."}</p>
              <Button onClick={() => change(CLEAR)}>Show everything</Button>
            </div>
          }
        />
      </section>
      {worded && <Further filters={filters} />}
    </div>
  );
}

function Further({ filters }: { filters: Filters }) {
  const person = usePerson();
  const found = useFound(filters);
  const list = useList(filters);
  const shown = new Set(list.data?.pages.flatMap((page) => page.items.map((one) => one.id)));
  return (
    <Asked of={found} what="what is close to that">
      {({ related, messages, degraded }) => {
        const also = related.filter((one) => !shown.has(one.id));
        return (
          <>
            {also.length > 0 && (
              <section className="stack" aria-labelledby="related">
                <h2 id="related">Related</h2>
                <Cards memories={also} />
                {degraded.length > 0 && <p className="quiet small">The search was limited: {degraded.join("; ")}.</p>}
              </section>
            )}
            <section className="stack" aria-labelledby="said">
              <h2 id="said">Messages</h2>
              {messages.length === 0 ? (
                <p className="quiet">No message mentions that.</p>
              ) : (
                <ul className="quotes">
                  {messages.map(({ message, sentences }) => (
                    <li key={message.id}>
                      <Quote text={sentences.join(" … ") || message.text} by={message.speaker} at={message.sent_at}>
                        <Link to={`/${person}/chat/${message.id}`}>Read it in the conversation</Link>
                      </Quote>
                    </li>
                  ))}
                </ul>
              )}
            </section>
          </>
        );
      }}
    </Asked>
  );
}
