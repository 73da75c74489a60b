// What changed and when, the newest first, each with its way back; an import is one of them, however much it brought.
import { Changes as List } from "../time/Changes";

export function Changes() {
  return (
    <section className="stack" aria-labelledby="changes">
      <div className="stack tight">
        <h2 id="changes">What changed, and when</h2>
        <p className="quiet">Changes can be undone, except what faded because its time was over.</p>
      </div>
      <List />
    </section>
  );
}
