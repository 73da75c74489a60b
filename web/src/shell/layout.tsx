// The frame around every view of one person: whose memory it is, where one can go, and how it looks.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, Navigate, NavLink, Outlet, ScrollRestoration, useLocation } from "react-router";
import { api, got } from "../api/client";
import { Button } from "../ui/parts";
import { Failed, gone } from "../ui/states";
import { useTell } from "../ui/toasts";
import { VIEWS } from "../views";
import { usePerson } from "./person";
import { useSession } from "./session";
import { useTitle } from "./title";

/** One's own memory stands under one's own id: whoever signs in meanwhile, in another tab too, is never taken for who is shown. */
export function Layout() {
  const own = useSession().person?.id;
  const { pathname, search } = useLocation();
  const id = usePerson();
  if (!own || id === own) return <Frame />;
  const to = id === "me" ? { pathname: pathname.replace("/me", `/${own}`), search } : `/${own}`;
  return <Navigate to={to} replace />;
}

function Frame() {
  const id = usePerson();
  const session = useSession();
  const person = useQuery({
    queryKey: ["person", id],
    queryFn: () => got(api.GET("/v1/people/{person_id}", { params: { path: { person_id: id } } })),
  });
  const main = useArrival(session.companion);
  return (
    <div className="shell">
      <ScrollRestoration />
      <header>
        <a className="skip button" href="#main" onClick={toMain}>
          Skip to the content
        </a>
        <Link className="name" to="/">
          <img src="/assets/icon.svg" alt="" width="24" height="24" />
          {session.companion}
        </Link>
        {person.data && <span className="quiet">and {person.data.person.name}</span>}
        <span className="push" />
        <Theme />
        {!session.local && <SignOut />}
      </header>
      <nav aria-label="Views">
        <ul>
          {VIEWS.filter((one) => !one.everybody || !session.person).map((one) => (
            <li key={one.path}>
              <NavLink to={`/${id}/${one.path}`}>
                {one.label(session.companion)}
                {one.Beside && <one.Beside />}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main" tabIndex={-1} ref={main}>
        {person.error && (!person.data || gone(person.error)) ? <Failed error={person.error} again={() => void person.refetch()} /> : <Outlet />}
      </main>
    </div>
  );
}

/** Where one comes to another view, the window's title says which, and the keyboard goes on in it. */
function useArrival(companion: string) {
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const { pathname } = useLocation();
  const view = VIEWS.find((one) => one.path === pathname.split("/")[2]);
  useTitle(view ? `${view.label(companion)} · ${companion}` : companion);
  useEffect(() => {
    document.querySelector("nav [aria-current=page]")?.scrollIntoView({ block: "nearest", inline: "nearest" }); // on a phone they don't all fit
    if (!first.current && !main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
    first.current = false;
  }, [pathname]);
  return main;
}

function toMain(event: { preventDefault: () => void }) {
  event.preventDefault(); // the hash is the router's
  document.getElementById("main")?.focus();
}

const THEMES = { auto: "As the system", light: "Light", dark: "Dark" } as const;

function Theme() {
  const [theme, setTheme] = useState(() => localStorage.getItem("theme") ?? "auto");
  useEffect(() => {
    localStorage.setItem("theme", theme);
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  return (
    <label className="row small" style={{ flexWrap: "nowrap" }}>
      <span className="hidden">Colours</span>
      <select value={theme} onChange={(event) => setTheme(event.target.value)}>
        {Object.entries(THEMES).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

function SignOut() {
  const queries = useQueryClient();
  const tell = useTell();
  async function leave() {
    try {
      await got(api.DELETE("/v1/session"));
    } catch (error) {
      return tell.failed(error as Error);
    }
    sessionStorage.clear(); // drafts, and what was not sent yet
    await queries.resetQueries();
  }
  return (
    <Button look="plain" onClick={() => void leave()}>
      Sign out
    </Button>
  );
}
