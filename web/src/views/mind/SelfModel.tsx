// Who the companion is to itself: statements of five kinds, what it noticed of itself, where it disagrees with people.
import { useState, type FormEvent } from "react";
import { api, got, type Shapes } from "../../api/client";
import { Button, Field as Labelled, Tag, Time } from "../../ui/parts";
import { Asked } from "../../ui/states";
import { capital, sure } from "../../ui/words";
import { type Field, useChanging, useSelf, useSelfObservations } from "./asking";

const FIELDS: readonly { field: Field; label: string; hint: string }[] = [
  { field: "identity_statements", label: "Who I am", hint: "I am …" },
  { field: "capabilities", label: "What I can do", hint: "I can …" },
  { field: "limitations", label: "What I can’t do", hint: "I don’t know …" },
  { field: "growth_edges", label: "Where I grow", hint: "Saying no sooner" },
  { field: "open_questions", label: "What I wonder", hint: "What is it like to …?" },
];
const CATEGORIES = ["pattern", "capability", "limitation", "preference", "growth", "contradiction"] as const;

export function SelfModel() {
  const self = useSelf();
  return (
    <Asked of={self} what="the self-model">
      {({ profile, disagreements }) => (
        <div className="stack wide">
          {FIELDS.map((one) => (
            <Statements key={one.field} {...one} statements={profile[one.field]} />
          ))}
          <Noticed />
          {disagreements.length > 0 && <Disagreements all={disagreements} />}
        </div>
      )}
    </Asked>
  );
}

function Statements({ field, label, hint, statements }: { field: Field; label: string; hint: string; statements: string[] }) {
  const add = useChanging(
    (statement: string) => got(api.POST("/v1/self/{field}/append", { params: { path: { field } }, body: { statement } })),
    () => "Added.",
  );
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const statement = String(new FormData(form).get("statement")).trim();
    if (statement) add.mutate(statement, { onSuccess: () => form.reset() });
  }
  return (
    <section className="stack tight" aria-labelledby={field}>
      <h2 id={field}>{label}</h2>
      <ul className="lines">
        {statements.map((one) => (
          <Statement key={one} field={field} statement={one} />
        ))}
      </ul>
      <form className="adding" onSubmit={submit}>
        <input name="statement" dir="auto" aria-label={`Add to: ${label}`} placeholder={hint} maxLength={4000} />
        <Button type="submit" disabled={add.isPending}>
          Add
        </Button>
      </form>
    </section>
  );
}

function Statement({ field, statement }: { field: Field; statement: string }) {
  const [text, setText] = useState<string>();
  const path = { params: { path: { field } } };
  const remove = useChanging(
    () => got(api.POST("/v1/self/{field}/remove", { ...path, body: { statement } })),
    () => "Removed.",
  );
  const edit = useChanging(
    async (to: string) => {
      const { profile } = await got(api.GET("/v1/self")); // others may have changed the rest of the list meanwhile
      if (!profile[field].includes(statement)) throw new Error("It was changed or taken out meanwhile: nothing was saved.");
      return got(api.PUT("/v1/self/{field}", { ...path, body: { statements: profile[field].map((one) => (one === statement ? to : one)) } }));
    },
    () => "Changed.",
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    const to = text?.trim();
    if (to && to !== statement) edit.mutate(to, { onSuccess: () => setText(undefined) });
    else setText(undefined);
  }
  if (text !== undefined)
    return (
      <li>
        <form className="adding grow" onSubmit={submit}>
          <input aria-label="Statement" dir="auto" value={text} autoFocus onChange={(event) => setText(event.target.value)} />
          <Button type="submit" look="main" disabled={edit.isPending}>
            Save
          </Button>
          <Button look="plain" onClick={() => setText(undefined)}>
            Cancel
          </Button>
        </form>
      </li>
    );
  return (
    <li>
      <span className="words grow" dir="auto">
        {statement}
      </span>
      <span className="push">
        <Button look="plain" className="slim" aria-label={`Edit: ${statement}`} onClick={() => setText(statement)}>
          Edit
        </Button>
        <Button look="plain" className="slim" aria-label={`Remove: ${statement}`} disabled={remove.isPending} onClick={() => remove.mutate()}>
          Remove
        </Button>
      </span>
    </li>
  );
}

/** What the companion noticed of itself, and noticing something more. */
function Noticed() {
  const seen = useSelfObservations();
  const notice = useChanging(
    (body: Shapes["NoticeSelf"]) => got(api.POST("/v1/self-observations", { body })),
    ({ step }) => (step === "reinforced" ? "Noticed before, and more certain now." : "Noted."),
  );
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const said = new FormData(form);
    const category = CATEGORIES.find((one) => one === said.get("category")) ?? "pattern";
    notice.mutate({ text: String(said.get("text")).trim(), category }, { onSuccess: () => form.reset() });
  }
  return (
    <section className="stack tight" aria-labelledby="noticed">
      <h2 id="noticed">What it noticed of itself</h2>
      <Asked of={seen} what="what it noticed">
        {({ items }) => (
          <ul className="lines">
            {items.map((one) => (
              <li key={one.id}>
                <span className="words grow" dir="auto">
                  {one.text}
                  {one.contradictions.map((other) => (
                    <span key={other.id} className="quiet">
                      {" "}
                      – but: {other.text}
                    </span>
                  ))}
                </span>
                <Tag>{capital(one.category)}</Tag>
                <span className="quiet small">
                  {sure(one.confidence)}, <Time at={one.valid_from} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Asked>
      <details>
        <summary>Note something</summary>
        <form className="linking" onSubmit={submit}>
          <Labelled label="What">{(ids) => <input {...ids} name="text" dir="auto" maxLength={4000} required />}</Labelled>
          <Labelled label="Category">
            {(ids) => (
              <select {...ids} name="category">
                {CATEGORIES.map((one) => (
                  <option key={one} value={one}>
                    {capital(one)}
                  </option>
                ))}
              </select>
            )}
          </Labelled>
          <Button type="submit" disabled={notice.isPending}>
            Note it
          </Button>
        </form>
      </details>
    </section>
  );
}

function Disagreements({ all }: { all: Shapes["Disagreement"][] }) {
  return (
    <section className="stack tight" aria-labelledby="disagreements">
      <h2 id="disagreements">Where it disagrees with people</h2>
      <ul className="lines">
        {all.map((one) => (
          <li key={one.id} className="disagreement">
            <div className="stack tight grow">
              <p>
                <strong dir="auto">{one.topic}</strong>{" "}
                <span className="quiet small">
                  with <bdi>{one.name}</bdi>, <Time at={one.at} />
                </span>
              </p>
              <dl className="both">
                <dt>It thinks</dt>
                <dd dir="auto">{one.mine}</dd>
                <dt>{one.name}</dt>
                <dd dir="auto">{one.theirs}</dd>
              </dl>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
