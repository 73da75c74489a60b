// The picture of a memory that is one: nothing, where its file is gone. What it shows stands beside it.
import { useState } from "react";
import { usePerson } from "../../shell/person";
import type { Memory } from "./asking";

export function Picture({ memory }: { memory: Pick<Memory, "id"> }) {
  const [gone, setGone] = useState(false);
  const address = `/v1/people/${usePerson()}/pictures/${memory.id}/image`;
  return gone ? null : <img className="picture" src={address} alt="" loading="lazy" onError={() => setGone(true)} />;
}
