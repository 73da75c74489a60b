// Where the keyboard goes on when what it stood in is gone.

/** Go to the list item after the one that holds `inner`, or before it; with no other, to the content. */
export function focusBeside(inner: Element | null): void {
  const item = inner?.closest("li");
  const beside = item?.nextElementSibling ?? item?.previousElementSibling ?? document.getElementById("main");
  if (beside instanceof HTMLElement) beside.focus();
}

/** See, for as long as the page is there, that the keyboard never falls out of it: a browser lets go of what is disabled or gone. */
export function keepFocus(): void {
  let last: HTMLElement | null = null;
  const leave = () => void (last = null);
  document.addEventListener("focusin", ({ target }) => void (last = target instanceof HTMLElement ? target : null));
  document.addEventListener("pointerdown", leave, true);
  document.addEventListener("keydown", ({ key }) => key === "Tab" && leave(), true);
  new MutationObserver(() => {
    if (!last || document.activeElement !== document.body) return;
    const main = document.querySelector("main");
    if (main) main.tabIndex = -1;
    const next = last.isConnected ? last : main;
    if (next && !next.matches(":disabled")) next.focus({ preventScroll: true });
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled"] });
}
