// Messages before those that are shown, a piece at a time.
import { useMutation } from "@tanstack/react-query";
import { useRef, type Dispatch } from "react";
import { api, got } from "../../api/client";
import type { Act } from "./room";

const PIECE = 75;

export function useEarlier(person: string, act: Dispatch<Act>) {
  const cursor = useRef<string>(undefined);
  return useMutation({
    mutationFn: () =>
      got(
        api.GET("/v1/people/{person_id}/messages", {
          params: {
            path: { person_id: person },
            query: { order: "newest", limit: PIECE, ...(cursor.current ? { cursor: cursor.current } : {}) },
          },
        }),
      ),
    onSuccess: ({ items, next_cursor }) => {
      cursor.current = next_cursor ?? undefined;
      act({ do: "earlier", messages: items.toReversed(), more: next_cursor !== null });
    },
  });
}
