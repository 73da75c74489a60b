// The place of settings: privacy, what is known of oneself as a profile, the companion, and one's data.
import { Outlet } from "react-router";
import { usePerson } from "../../shell/person";
import { useSession } from "../../shell/session";
import { Subnav } from "../../ui/subnav";
import { Theme } from "../../ui/theme";
import "./settings.css";

export function Settings() {
  const { companion, person } = useSession();
  const here = `/${usePerson()}/settings`;
  const parts = [
    [here, "Privacy"],
    [`${here}/you`, "About you"],
    ...(person ? [] : [[`${here}/companion`, companion] as const]),
    [`${here}/data`, "Your data"],
  ] as const;
  return (
    <div className="view">
      <div className="titled">
        <h1>Settings</h1>
        <Theme />
      </div>
      <Subnav label="Parts of settings" parts={parts} />
      <Outlet />
    </div>
  );
}
