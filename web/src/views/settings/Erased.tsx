// The receipt of an erasure: what went, and that it was looked for afterwards. It stands alone: nobody is shown any more.
import { useQueryClient } from "@tanstack/react-query";
import { Navigate, useLocation, useNavigate } from "react-router";
import type { Shapes } from "../../api/client";
import { useTitle } from "../../shell/title";
import { Button } from "../../ui/parts";
import { capital } from "../../ui/words";

export type Gone = { name: string; receipt: Shapes["Receipt"] };

export function Erased() {
  const gone = useLocation().state as Gone | null;
  const go = useNavigate();
  const queries = useQueryClient();
  useTitle("Erased · Reverie");
  if (!gone) return <Navigate to="/" replace />;
  async function leave() {
    await go("/", { replace: true });
    await queries.resetQueries(); // with a token of theirs one is nobody now, and is asked to sign in
  }
  const { name, receipt } = gone;
  const rows = Object.entries(receipt.rows).filter(([, many]) => many > 0);
  return (
    <main className="alone">
      <h1>
        {receipt.proved && "Nothing of "}
        <bdi>{name}</bdi>
        {receipt.proved ? " is left" : " is erased"}
      </h1>
      <p role="status">{proof(receipt)}</p>
      {rows.length > 0 && (
        <section className="stack" aria-labelledby="gone">
          <h2 id="gone">What was erased</h2>
          <dl className="tally">
            {rows.map(([table, many]) => (
              <div key={table}>
                <dt className="quiet small">{ROWS[table] ?? capital(table.replaceAll("_", " "))}</dt>
                <dd>{many.toLocaleString()}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <Button look="main" autoFocus onClick={() => void leave()}>
        Back to the start
      </Button>
    </main>
  );
}

/** Tables whose names say nothing to whoever is not a programmer. */
const ROWS: Readonly<Record<string, string>> = {
  users: "Names",
  heads: "Counters of changes",
  log: "Steps of changes",
  links: "Links between memories",
  entries: "Search entries",
  blocked: "Records of what was forgotten",
  sheets: "Summaries and notes",
  work: "Unfinished work",
};

function proof({ looked_for: lookedFor, left, proved }: Gone["receipt"]): string {
  if (lookedFor === null) return "All rows are gone. The database keeps its files to itself, so they were not searched.";
  const words = `${lookedFor.toLocaleString()} ${lookedFor === 1 ? "word" : "words"} that only they had used`;
  return proved
    ? `Afterwards ${words} were looked for in every byte of the database’s files: none was found.`
    : `Afterwards ${words} were looked for in the database’s files, and ${left ?? 0} were still found: ask whoever runs this.`;
}
