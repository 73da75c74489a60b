// One opinion: how strong it is, why, what was thought before, and what one can do with it.
import { useMemo, useState } from "react";
import { api, got } from "../../api/client";
import { Button, Tag, Time } from "../../ui/parts";
import { capital, percent } from "../../ui/words";
import { type Opinion, useChanging, useMindChanges, useNames } from "./asking";
import { Evolve, Retract } from "./Changing";
import { Strength } from "./Strength";
import { strengths } from "./strength";

export function OpinionCard({ one }: { one: Opinion }) {
  const [asked, setAsked] = useState<"evolve" | "retract">();
  const params = { params: { path: { opinion_id: one.id } } };
  const reinforce = useChanging(
    () => got(api.POST("/v1/opinions/{opinion_id}/reinforce", params)),
    (now) => `Stronger: ${percent(now.strength)}.`,
  );
  const names = useNames();
  const concerned = one.related_users.map((each) => names.get(each)).filter((name) => name !== undefined);
  const active = one.status === "active";
  return (
    <li className="sheet stack" aria-label={one.name}>
      <div className="row">
        <h3 dir="auto" className="long">
          {one.name}
        </h3>
        <span className="push row">
          <Tag>{capital(one.category)}</Tag>
          {!active && <Tag tone="warn">{one.status === "retracted" ? "retracted" : "no longer"}</Tag>}
        </span>
      </div>
      <p className={`thought ${active ? "" : "quiet"}`} dir="auto">
        {one.opinion}
      </p>
      {one.reason && (
        <p className="quiet" dir="auto">
          Because: {one.reason}
        </p>
      )}
      <Meter strength={one.strength} />
      <p className="quiet small">
        Since <Time at={one.formed_at} />
        {one.reinforced > 0 && `, confirmed ${one.reinforced === 1 ? "once" : `${one.reinforced} times`}`}
        {concerned.length > 0 && `, concerns ${concerned.join(", ")}`}
      </p>
      <Past one={one} />
      {active && (
        <div className="row">
          <Button disabled={reinforce.isPending} onClick={() => reinforce.mutate()} aria-label={`Make stronger: ${one.name}`}>
            Make stronger
          </Button>
          <Button onClick={() => setAsked("evolve")} aria-label={`Change its mind: ${one.name}`}>
            Change its mind
          </Button>
          <Button look="plain" onClick={() => setAsked("retract")} aria-label={`Retract: ${one.name}`}>
            Retract
          </Button>
        </div>
      )}
      {asked === "evolve" && <Evolve one={one} close={() => setAsked(undefined)} />}
      {asked === "retract" && <Retract one={one} close={() => setAsked(undefined)} />}
    </li>
  );
}

export function Meter({ strength }: { strength: number }) {
  return (
    <div className="strength">
      <div
        className="meter"
        role="meter"
        aria-label="Strength"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(strength * 100)}
      >
        <span style={{ width: `${strength * 100}%` }} />
      </div>
      <span className="small quiet">{percent(strength)}</span>
    </div>
  );
}

/** Changes of mind in words, and the strength as a plot where it moved. */
function Past({ one }: { one: Opinion }) {
  const [open, setOpen] = useState(false);
  if (one.history.length === 0 && one.reinforced === 0) return null;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>How this opinion changed</summary>
      {open && <History one={one} />}
    </details>
  );
}

function History({ one }: { one: Opinion }) {
  const changes = useMindChanges();
  const points = useMemo(() => strengths(changes.data ?? [], one.id), [changes.data, one.id]);
  return (
    <div className="stack past">
      {points.length > 1 && <Strength points={points} />}
      {one.history.length > 0 && (
        <ol className="happened">
          {one.history.map((turn) => (
            <li key={turn.at}>
              <Time at={turn.at} />
              <div className="stack tight">
                <p dir="auto">
                  <s className="quiet">{turn.old}</s>
                </p>
                {turn.new !== null && <p dir="auto">{turn.new}</p>}
                {turn.reason && (
                  <p className="quiet small" dir="auto">
                    Because: {turn.reason}
                  </p>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
