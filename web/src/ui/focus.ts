// Where the keyboard goes on when what it stood in is gone.

/** An element, or the id of one that is still to come, that the keyboard goes to. */
let awaited: Element | string | null = null;

/** Go there as soon as it is there and no dialog stands above it, unless the person does something else meanwhile. */
export function focusOn(wanted: Element | string | null): void {
  awaited = wanted;
  arrive();
}

function arrive(): void {
  const there = typeof awaited === "string" ? document.getElementById(awaited) : awaited;
  if (!there?.isConnected || document.querySelector("dialog[open]")) return;
  awaited = null;
  (there as HTMLElement).focus();
}

/** Go back to where a dialog was opened from, unless the keyboard is on its way to somewhere or is there already. */
export function focusAgain(before: Element | null): void {
  const on = document.activeElement;
  if (!awaited && (on === document.body || on?.id === "main")) (before as HTMLElement | null)?.focus({ preventScroll: true });
}

/** Go to the list item after the one that holds `inner`, or before it; with no other, to the content. */
export function focusBeside(inner: Element | null): void {
  const item = inner?.closest("li");
  focusOn(item?.nextElementSibling ?? item?.previousElementSibling ?? document.getElementById("main"));
}

/** See, for as long as the page is there, that the keyboard never falls out of it: a browser lets go of what is disabled or gone. */
export function keepFocus(): void {
  let last: HTMLElement | null = null;
  const leave = () => void (last = awaited = null);
  document.addEventListener("focusin", ({ target }) => void (last = target instanceof HTMLElement ? target : null));
  document.addEventListener("pointerdown", leave, true);
  document.addEventListener(
    "keydown",
    ({ key }) => {
      awaited = null;
      if (key === "Tab") last = null;
    },
    true,
  );
  new MutationObserver(() => {
    arrive();
    if (!last || document.activeElement !== document.body) return;
    const main = document.querySelector("main");
    if (main) main.tabIndex = -1;
    const next = last.isConnected ? last : main;
    if (next && !next.matches(":disabled")) next.focus({ preventScroll: true });
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled"] });
}
