// The API as it is: typed from its own document, with every error as the problem it says it is.
import createClient, { type Middleware } from "openapi-fetch";
import type { components, paths } from "./schema";

export type Shapes = components["schemas"];
export type Problem = Shapes["Problem"];

/** What the server said went wrong. `message` is for people: it says the remedy. */
export class Trouble extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem | null,
  ) {
    super(problem?.detail ?? (status ? `the server answered ${status}` : "the server can't be reached: is it running?"));
  }
}

const careful: Middleware = {
  onRequest({ request }) {
    request.headers.set("X-Reverie-Csrf", "1"); // a cookie alone changes nothing
    return request;
  },
  onError() {
    return new Trouble(0, null);
  },
};

export const api = createClient<paths>({ baseUrl: "/", credentials: "same-origin" });
api.use(careful);

/** What an operation answered, or a `Trouble` thrown: `got(api.GET("/v1/session"))`. */
export async function got<T>(answer: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await answer;
  if (!response.ok) throw new Trouble(response.status, isProblem(error) ? error : null);
  return data as T;
}

function isProblem(told: unknown): told is Problem {
  return typeof told === "object" && told !== null && "detail" in told;
}
