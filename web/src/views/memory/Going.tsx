// What goes when something is forgotten: memories, and the words of messages.
import type { Shapes } from "../../api/client";
import { Quote } from "../../ui/parts";
import { counted, sentence } from "../../ui/words";

type Forgotten = Shapes["Forgotten"];

export function Going({ what }: { what: Forgotten }) {
  const words = what.messages.flatMap((one) => one.words.map((text) => ({ text, by: one.speaker, at: one.sent_at })));
  return (
    <div className="stack tight going" role="status">
      <p>This removes {amount(what)}. You can undo it for ten seconds, and later under Changes.</p>
      <div className="stack tight scrolled" tabIndex={0} role="group" aria-label="What would go">
        {what.memories.length > 0 && (
          <ul>
            {what.memories.map((one) => (
              <li key={one.id} dir="auto">
                {sentence(one)}
              </li>
            ))}
          </ul>
        )}
        {words.map((one) => (
          <Quote key={`${one.at} ${one.text}`} {...one} />
        ))}
      </div>
      {what.page && <p className="quiet small">What you wrote about it in your profile goes too.</p>}
      {what.beside && <p className="quiet small">Notes on a conversation about it go too.</p>}
      {what.past && <p className="quiet small">What the history still says of it goes too.</p>}
    </div>
  );
}

export function amount({ memories, messages }: Forgotten): string {
  const said = messages.length > 0 ? ` and words in ${counted(messages.length, "message", "messages")}` : "";
  return `${counted(memories.length, "memory", "memories")}${said}`;
}
