// What is kept now, what never is, and a copy of it to take along.
import { useMutation } from "@tanstack/react-query";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { Button } from "../../ui/parts";
import { useTell } from "../../ui/toasts";
import type { Counts } from "../time/counts";

const NEVER = [
  "Passwords and PINs",
  "Card and account numbers",
  "Keys, tokens and seed phrases",
  "Identity document, social security and tax numbers",
];

export function Kept({ counts }: { counts: Counts }) {
  const { kinds } = counts;
  const rows: [string, number][] = [
    ["Messages", counts.messages],
    ["Conversations", counts.conversations],
    ["Facts that are true now", kinds.fact ?? 0],
    ["Things noticed", kinds.observation ?? 0],
    ["Conversation summaries", kinds.episode ?? 0],
    ["Pictures", kinds.scene ?? 0],
    ["No longer true", counts.past],
    ["To confirm", counts.proposed],
  ];
  return (
    <section className="stack" aria-labelledby="kept">
      <h2 id="kept">What is kept</h2>
      <dl className="tally">
        {rows
          .filter(([, many], at) => many > 0 || at < 3)
          .map(([label, many]) => (
            <div key={label}>
              <dt className="quiet small">{label}</dt>
              <dd>{many.toLocaleString()}</dd>
            </div>
          ))}
      </dl>
      <div className="stack tight">
        <h3>What is never kept</h3>
        <p className="quiet">These are masked before anything is written, whatever is switched on:</p>
        <ul className="never">
          {NEVER.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export function Export() {
  const id = usePerson();
  const tell = useTell();
  const take = useMutation({
    mutationFn: () => got(api.GET("/v1/people/{person_id}/export", { params: { path: { person_id: id } } })),
    onSuccess: (all) => {
      const name = String(all.person["name"] ?? "memory").replaceAll(/[^\p{L}\p{N}]+/gu, "-");
      save(`reverie-${name}-${all.exported_at.slice(0, 10)}.json`, JSON.stringify(all, null, 2));
      tell.done("Your copy is in your downloads.");
    },
    onError: (error) => tell.failed(error),
  });
  return (
    <section className="stack tight" aria-labelledby="take">
      <h2 id="take">Take your data with you</h2>
      <p className="quiet">
        One file with every message, memory, picture description, setting and change, readable without Reverie. What was
        forgotten is not in it. Keep it where only you can read it.
      </p>
      <div>
        <Button disabled={take.isPending} onClick={() => take.mutate()}>
          Download everything
        </Button>
      </div>
    </section>
  );
}

function save(name: string, text: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
