// Slots and fields as people call them.
import { capital } from "./words";

const FAMILIES: Readonly<Record<string, string>> = {
  value: "Values",
  interest: "Interests",
  hobby: "Hobbies",
  communication: "How to talk with you",
  communication_style: "How you talk",
  notes: "Notes",
  likes: "Likes",
  dislikes: "Dislikes",
};

/** What a slot is called: `value:honesty` is one of "Values", `favorite_food` is "Favorite food". */
export function place(key: string | null): string | null {
  if (!key) return null;
  const family = key.split(":", 1)[0] ?? key;
  return FAMILIES[family] ?? capital(family.replaceAll("_", " "));
}
