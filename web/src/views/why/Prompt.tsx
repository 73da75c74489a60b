// The prompt itself, word for word, its two parts told apart; to be copied.
import type { Shapes } from "../../api/client";
import { Button } from "../../ui/parts";
import { useTell } from "../../ui/toasts";

export function Prompt({ context }: { context: Shapes["Prompt"] }) {
  const tell = useTell();
  function copy() {
    navigator.clipboard.writeText(context.text).then(
      () => tell.done("Copied."),
      () => tell.failed(new Error("The browser did not allow copying: select the text instead.")),
    );
  }
  if (context.text === "") return <p className="quiet">The limit is too small for anything: nothing would be sent.</p>;
  return (
    <section className="part prompt">
      <div className="row">
        <h2>The prompt itself</h2>
        <Button className="push" onClick={copy}>
          Copy
        </Button>
      </div>
      <Text title="Always there" text={context.stable} />
      {context.volatile && <Text title="Brought to mind by this message" text={context.volatile} />}
    </section>
  );
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <div className="stack tight">
      <h3>{title}</h3>
      <pre tabIndex={0} role="region" aria-label={`${title}, as it is sent`} dir="auto">
        {text}
      </pre>
    </div>
  );
}
