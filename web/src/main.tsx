// The page: its views by name. What follows # is the view, so no person's id ever reaches a server's log.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createHashRouter, Navigate, RouterProvider } from "react-router";
import { Trouble } from "./api/client";
import { Layout } from "./shell/layout";
import { People } from "./shell/people";
import { Sessions } from "./shell/session";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/parts.css";
import "./styles/more.css";
import "./styles/shell.css";
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

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (times, error) => times < 2 && error instanceof Trouble && (error.status === 0 || error.status >= 500),
    },
  },
});

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
