// The message that something was noticed in, in the words it was said in.
import { useQuery } from "@tanstack/react-query";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { Quote } from "../../ui/parts";

export function Words({ message }: { message: string | null }) {
  const id = usePerson();
  const said = useQuery({
    queryKey: ["message", id, message],
    enabled: message !== null,
    queryFn: () =>
      got(
        api.GET("/v1/people/{person_id}/messages/{message_id}", {
          params: { path: { person_id: id, message_id: message ?? "" } },
        }),
      ),
  });
  if (said.isLoading) return <div className="skeleton" aria-hidden="true" />; // its place is kept: what stands below stays
  if (!said.data) return null; // deleted since: what was noticed stands without it
  return <Quote text={said.data.text} by={said.data.speaker} at={said.data.sent_at} />;
}
