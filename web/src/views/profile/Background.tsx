// The background: rows of a name and what it is, in any order and of any name.
import { useState } from "react";
import { Button } from "../../ui/parts";
import { capital } from "../../ui/words";

type Rows = Readonly<Record<string, string>>;

export function Background({ rows, change }: { rows: Rows; change: (rows: Record<string, string>) => void }) {
  const [name, setName] = useState("");
  const slot = name.trim().toLowerCase().replaceAll(/\s+/g, "_");
  function add() {
    change({ ...rows, [slot]: "" });
    setName("");
  }
  return (
    <fieldset className="background">
      <legend>Background</legend>
      {Object.entries(rows).map(([key, text]) => (
        <div key={key} className="field">
          <label htmlFor={`background-${key}`}>{capital(key.replaceAll("_", " "))}</label>
          <div className="adding">
            <input
              id={`background-${key}`}
              dir="auto"
              value={text}
              autoFocus={text === ""}
              onChange={(event) => change({ ...rows, [key]: event.target.value })}
            />
            <Button
              look="plain"
              aria-label={`Remove ${key.replaceAll("_", " ")}`}
              onClick={() => change(Object.fromEntries(Object.entries(rows).filter(([one]) => one !== key)))}
            >
              ×
            </Button>
          </div>
        </div>
      ))}
      <div className="field">
        <label htmlFor="background-new">Something else</label>
        <div className="adding">
          <input
            id="background-new"
            value={name}
            maxLength={100}
            placeholder="Home, school, star sign …"
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault(); // Enter would save the whole form
              if (slot && !(slot in rows)) add();
            }}
          />
          <Button disabled={!slot || slot in rows} onClick={add}>
            Add
          </Button>
        </div>
      </div>
    </fieldset>
  );
}
