// The page's own few pictures: lines of one weight, in the colour of the text beside them.
const PATHS = {
  chat: "M4 5.5h16v10.5H10.5L6 20v-4H4z",
  memory: "M12 3.5l2.3 5.4 5.7.5-4.3 3.9 1.3 5.7-5-3-5 3 1.3-5.7L4 9.4l5.7-.5z",
  settings: "M4 7h8M17 7h3M4 17h3M12 17h8M14.5 4.5v5M9.5 14.5v5",
  search: "M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12M15 15l5 5",
  filter: "M4 6h16M7 12h10M10 18h4",
  add: "M12 5v14M5 12h14",
  edit: "M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19z",
  ended: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M6.5 6.5l11 11",
  forget: "M5 7h14M9.5 7V4.5h5V7M7 7l1 12.5h8L17 7",
  swap: "M4 8h14l-3.5-3.5M20 16H6l3.5 3.5",
  pin: "M9 4h6l-1 6 3.5 3.5h-11L10 10zM12 13.5V20",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9.2v.1",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
