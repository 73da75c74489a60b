// Messages before those that are shown, a piece at a time.
import { useMutation } from "@tanstack/react-query";
import type { Dispatch } from "react";
import { api, got } from "../../api/client";
import type { Act, Room } from "./room";

const PIECE = 75;

export function useEarlier(person: string, { older }: Room, act: Dispatch<Act>) {
  return useMutation({
    mutationFn: () =>
      got(
        api.GET("/v1/people/{person_id}/messages", {
          params: {
            path: { person_id: person },
            query: { order: "newest", limit: PIECE, ...(older ? { cursor: older } : {}) },
          },
        }),
      ),
    onSuccess: ({ items, next_cursor }) => act({ do: "earlier", messages: items.toReversed(), older: next_cursor }),
  });
}
