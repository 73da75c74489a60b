// Where one writes. A draft stays while the tab does, for each person their own.
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { useSession } from "../../shell/session";
import { Button } from "../../ui/parts";

export function Composer({ person, say, stop }: { person: string; say: (text: string) => void; stop?: () => void }) {
  const { companion } = useSession();
  const kept = `draft:${person}`;
  const [text, setText] = useState(() => sessionStorage.getItem(kept) ?? "");
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => sessionStorage.setItem(kept, text), [kept, text]);
  useEffect(() => {
    if (matchMedia("(pointer: fine)").matches) field.current?.focus(); // a phone would show its keyboard
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === "") return;
    say(text.trim());
    setText("");
    field.current?.focus();
  }
  function key(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
  }
  return (
    <form className="composer" onSubmit={submit}>
      <label className="hidden" htmlFor="saying">
        Message to {companion}
      </label>
      <textarea
        id="saying"
        ref={field}
        value={text}
        rows={1}
        maxLength={30_000}
        dir="auto"
        placeholder={`Message ${companion}`}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={key}
      />
      {stop && <Button onClick={stop}>Stop</Button>}
      <Button look="main" type="submit" className="send" disabled={text.trim() === ""}>
        Send
      </Button>
    </form>
  );
}
