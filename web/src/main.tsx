// The page: its views by name. What follows # is the view, so no person's id ever reaches a server's log.
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
import { VIEWS } from "./views";
import { Erased } from "./views/privacy/Erased";

const router = createHashRouter([
  { path: "/", element: <People /> },
  { path: "/erased", element: <Erased /> },
  {
    path: "/:person",
    element: <Layout />,
    children: [
      { index: true, element: <Navigate to={VIEWS[0].path} replace /> },
      ...VIEWS.map(({ path, one = "", element }) => ({ path: `${path}/${one}`, element })),
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
