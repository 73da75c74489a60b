// The frame around every view of one person: whose memory it is, where one can go, and how it looks.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link, Navigate, Outlet, ScrollRestoration, useLocation } from "react-router";
import { api, got } from "../api/client";
import { Icon } from "../ui/icon";
import { Button } from "../ui/parts";
import { Failed, gone } from "../ui/states";
import { useTell } from "../ui/toasts";
import { initial } from "../ui/words";
import { PLACES, placeOf } from "../views";
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
  const { pathname } = useLocation();
  const here = placeOf(pathname);
  const person = useQuery({
    queryKey: ["person", id],
    queryFn: () => got(api.GET("/v1/people/{person_id}", { params: { path: { person_id: id } } })),
  });
  const main = useArrival(here ? `${here.label} · ${session.companion}` : session.companion);
  return (
    <div className="shell">
      <ScrollRestoration />
      <header>
        <a className="skip button" href="#main" onClick={toMain}>
          Skip to the content
        </a>
        <Link className="name" to={`/${id}/chat`}>
          <img src="/assets/icon.svg" alt="" width="26" height="26" />
          {session.companion}
        </Link>
        {person.data && <Who name={person.data.person.nickname ?? person.data.person.name} />}
      </header>
      <nav aria-label="Places">
        <ul>
          {PLACES.map((one) => (
            <li key={one.path}>
              <Link to={`/${id}/${one.path}`} aria-current={one === here ? "page" : undefined}>
                <Icon name={one.icon} size={22} />
                {one.label}
                {one.Beside && <one.Beside />}
              </Link>
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

/** Whose memory this is, and the way to somebody else's. */
function Who({ name }: { name: string }) {
  const { person } = useSession();
  const called = (
    <>
      <span className="avatar small" aria-hidden="true">
        {initial(name)}
      </span>
      <span className="called" dir="auto">
        {name}
      </span>
    </>
  );
  if (person)
    return (
      <div className="who">
        {called}
        <SignOut />
      </div>
    );
  return (
    <Link className="who" to="/" title="Switch to somebody else">
      {called}
      <span className="switches">
        <Icon name="swap" size={16} /> Switch
      </span>
    </Link>
  );
}

/** Where one comes to another view, the window's title says which, and the keyboard goes on in it. */
function useArrival(title: string) {
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const { pathname } = useLocation();
  useTitle(title);
  useEffect(() => {
    if (!first.current && !main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
    first.current = false;
  }, [pathname]);
  return main;
}

function toMain(event: { preventDefault: () => void }) {
  event.preventDefault(); // the hash is the router's
  document.getElementById("main")?.focus();
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
    <Button look="plain" className="tiny" onClick={() => void leave()}>
      Sign out
    </Button>
  );
}
