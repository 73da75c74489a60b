// How much is kept of the person, as it is asked of the server.
import { useQuery } from "@tanstack/react-query";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";

export function useCounts() {
  const id = usePerson();
  return useQuery({
    queryKey: ["counts", id],
    queryFn: () => got(api.GET("/v1/people/{person_id}/counts", { params: { path: { person_id: id } } })),
  });
}
