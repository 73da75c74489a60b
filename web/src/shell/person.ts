import { useParams } from "react-router";

/** The id that the API knows the shown person by. */
export function usePerson(): string {
  return useParams()["person"] ?? "me";
}
