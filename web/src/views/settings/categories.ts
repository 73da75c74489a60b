// The categories of things that are learned, in plain words.
import type { Shapes } from "../../api/client";

export type Category = NonNullable<Shapes["Decide"]["categories_off"]>[number];

export const CATEGORIES: readonly { name: Category; label: string; means: string; lasts?: string }[] = [
  { name: "fact", label: "Facts", means: "Name, work, home, family, pets, what you do and can." },
  { name: "preference", label: "Tastes", means: "What you like and don’t: food, music, hobbies, how to talk with you." },
  { name: "health", label: "Health", means: "Allergies, illness, medicine, diet." },
  { name: "money", label: "Money", means: "What you earn, own and owe. Off until you turn it on." },
  { name: "event", label: "Events", means: "Appointments and plans.", lasts: "usually kept for a week" },
  { name: "feeling", label: "Feelings", means: "How you are right now.", lasts: "usually kept for some hours" },
  { name: "other", label: "Everything else", means: "What fits none of these.", lasts: "usually kept for a day" },
];
