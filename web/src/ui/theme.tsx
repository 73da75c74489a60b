// Light, dark, or as the device is: kept in this browser, and there before anything is drawn.
import { useState } from "react";

const THEMES = { auto: "Auto", light: "Light", dark: "Dark" } as const;
const KEPT = "theme";

export function applyTheme(theme = localStorage.getItem(KEPT) ?? "auto"): void {
  document.documentElement.dataset["theme"] = theme;
}

export function Theme() {
  const [theme, setTheme] = useState(() => localStorage.getItem(KEPT) ?? "auto");
  function choose(wanted: string) {
    localStorage.setItem(KEPT, wanted);
    applyTheme(wanted);
    setTheme(wanted);
  }
  return (
    <fieldset className="segments">
      <legend className="hidden">Appearance</legend>
      {Object.entries(THEMES).map(([name, label]) => (
        <label key={name}>
          <input type="radio" name="theme" checked={theme === name} onChange={() => choose(name)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
