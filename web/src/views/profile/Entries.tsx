// A list that is edited entry by entry: each can be taken out, and Enter adds another.
import { useId, useRef, useState } from "react";
import { Button } from "../../ui/parts";

export function Entries(props: { label: string; hint: string; entries: string[]; change: (entries: string[]) => void }) {
  const { label, hint, entries, change } = props;
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  function add() {
    const text = typed.trim();
    if (text && !entries.some((one) => one.toLowerCase() === text.toLowerCase())) change([...entries, text]);
    setTyped("");
    input.current?.focus();
  }
  function remove(entry: string) {
    change(entries.filter((one) => one !== entry));
    input.current?.focus();
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {entries.length > 0 && (
        <ul className="entries">
          {entries.map((entry) => (
            <li key={entry} className="tag">
              <span dir="auto">{entry}</span>
              <button type="button" aria-label={`Remove ${entry}`} onClick={() => remove(entry)}>
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="adding">
        <input
          ref={input}
          id={id}
          dir="auto"
          value={typed}
          placeholder={hint}
          maxLength={200}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault(); // Enter would save the whole form
            add();
          }}
          onBlur={() => typed.trim() && add()}
        />
        <Button onClick={add} disabled={!typed.trim()} aria-label={`Add to ${label}`}>
          Add
        </Button>
      </div>
    </div>
  );
}
