// The page: its views by their addresses. What follows # is the view, so no person's id ever reaches a server's log.
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createHashRouter, Navigate, RouterProvider } from "react-router";
import { Trouble } from "./api/client";
import { Layout } from "./shell/layout";
import { People } from "./shell/people";
import { SESSION, Sessions } from "./shell/session";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/parts.css";
import "./styles/more.css";
import "./styles/shell.css";
import { keepFocus } from "./ui/focus";
import { Toasts } from "./ui/toasts";
import { applyTheme } from "./ui/theme";
import { Chat } from "./views/chat/Chat";
import { Decide } from "./views/decide/Decide";
import { Acquaintances } from "./views/memory/Acquaintances";
import { Changes } from "./views/memory/Changes";
import { Facts } from "./views/memory/Facts";
import { Memory } from "./views/memory/Memory";
import { Months } from "./views/memory/Months";
import { One } from "./views/memory/One";
import { Mind } from "./views/mind/Mind";
import { Profile } from "./views/profile/Profile";
import { Data } from "./views/settings/Data";
import { Erased } from "./views/settings/Erased";
import { Privacy } from "./views/settings/Privacy";
import { Settings } from "./views/settings/Settings";
import { Why } from "./views/why/Why";

const router = createHashRouter([
  { path: "/", element: <People /> },
  { path: "/erased", element: <Erased /> },
  {
    path: "/:person",
    element: <Layout />,
    children: [
      { index: true, element: <Navigate to="chat" replace /> },
      { path: "chat/:message?", element: <Chat /> },
      { path: "why/:message?", element: <Why /> },
      {
        path: "memory",
        element: <Memory />,
        children: [
          { index: true, element: <Facts /> },
          { path: "people", element: <Acquaintances /> },
          { path: "timeline", element: <Months /> },
          { path: "changes", element: <Changes /> },
        ],
      },
      { path: "memory/review", element: <Decide /> },
      { path: "memory/:memory", element: <One /> },
      {
        path: "settings",
        element: <Settings />,
        children: [
          { index: true, element: <Privacy /> },
          { path: "you", element: <Profile /> },
          { path: "companion", element: <Mind /> },
          { path: "data", element: <Data /> },
        ],
      },
      { path: "*", element: <Navigate to=".." replace /> },
    ],
  },
  { path: "*", element: <Navigate to="/" replace /> },
]);

/** A token that ran out is noticed wherever it is: who one is, is asked again. */
function refused(error: Error, asked: readonly unknown[] = []): void {
  if (error instanceof Trouble && error.status === 401 && asked[0] !== SESSION[0]) void queries.invalidateQueries({ queryKey: SESSION });
}

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { queryKey }) => refused(error, queryKey) }),
  mutationCache: new MutationCache({ onError: (error) => refused(error) }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (times, error) => times < 2 && error instanceof Trouble && (error.status === 0 || error.status >= 500),
    },
  },
});

applyTheme();
keepFocus();

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Toasts>
        <Sessions>
          <RouterProvider router={router} />
        </Sessions>
      </Toasts>
    </QueryClientProvider>
  </StrictMode>,
);
