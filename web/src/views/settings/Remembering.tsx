// Whether anything is remembered at all, and which categories of things.
import { useSession } from "../../shell/session";
import { Button, Tag } from "../../ui/parts";
import { type Settings, useDecide } from "./asking";
import { CATEGORIES, type Category } from "./categories";

export function Remembering({ settings }: { settings: Settings }) {
  const { companion, learning } = useSession();
  const decide = useDecide();
  return (
    <section className="stack" aria-labelledby="remembering">
      <h2 id="remembering">Remembering</h2>
      <div className={`sheet stack tight ${settings.paused ? "paused" : ""}`}>
        <div className="row">
          <h3>{settings.paused ? "Paused" : "Memory is on"}</h3>
          <span className="push">
            <Button
              look={settings.paused ? "main" : ""}
              disabled={decide.isPending}
              onClick={() =>
                decide.mutate({
                  change: { paused: !settings.paused },
                  told: settings.paused ? "Remembering again." : "Paused: nothing is kept from now on.",
                  back: { paused: settings.paused },
                })
              }
            >
              {settings.paused ? "Resume" : "Pause"}
            </Button>
          </span>
        </div>
        <p className="quiet">
          {settings.paused
            ? `Nothing you say is kept or learned from. ${companion} still knows what it knew before.`
            : `${companion} keeps what you say and learns from it. While memory is paused nothing new is kept; what is known already stays.`}
        </p>
        <p className="quiet">It learns {learning}.</p>
      </div>
    </section>
  );
}

export function Categories({ settings, counts }: { settings: Settings; counts: Readonly<Record<string, number>> }) {
  const decide = useDecide();
  const off = settings.categories_off as Category[];
  function turn(name: Category, on: boolean, label: string) {
    decide.mutate({
      change: { categories_off: on ? off.filter((one) => one !== name) : [...off, name] },
      told: on ? `${label}: remembered again.` : `${label}: no longer learned or recalled.`,
      back: { categories_off: off },
    });
  }
  return (
    <section className="stack" aria-labelledby="sorts">
      <div className="stack tight">
        <h2 id="sorts">What may be remembered</h2>
        <p className="quiet">
          What you switch off is no longer learned or recalled. Nothing is deleted: switch it on again, and it is known
          again.
        </p>
      </div>
      <ul className="lines">
        {CATEGORIES.map(({ name, label, means, lasts }) => (
          <li key={name}>
            <label className="switch">
              <input
                type="checkbox"
                role="switch"
                checked={!off.includes(name)}
                onChange={(event) => turn(name, event.target.checked, label)}
              />
              <span>
                <strong>{label}</strong> <span className="quiet">{means}</span>
              </span>
            </label>
            <span className="push quiet small">
              {counts[name] ? <Tag>{counts[name].toLocaleString()}</Tag> : null} {lasts}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
