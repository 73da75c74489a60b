// Accepting or declining a proposal, wherever it is asked about.
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { lastChange } from "../../ui/changes";
import { useDoing } from "../../ui/doing";

/** `decided` comes before it is told. */
export function useDeciding(proposal: string, decided?: () => void) {
  const id = usePerson();
  return useDoing(
    (accept: boolean) => {
      const params = { params: { path: { person_id: id, proposal_id: proposal } } };
      return got(
        accept
          ? api.POST("/v1/people/{person_id}/proposals/{proposal_id}/accept", params)
          : api.POST("/v1/people/{person_id}/proposals/{proposal_id}/decline", params),
      );
    },
    async (_memory, accept) => {
      decided?.();
      return { text: accept ? "Confirmed: it is used from now on." : "Declined.", change: await lastChange(id, proposal) };
    },
  );
}
