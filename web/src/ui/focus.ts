// Where the keyboard goes on when what it stood in is gone.

/** Go to the list item after the one that holds `inner`, or before it; with no other, to the content. */
export function focusBeside(inner: Element | null): void {
  const item = inner?.closest("li");
  const beside = item?.nextElementSibling ?? item?.previousElementSibling ?? document.getElementById("main");
  if (beside instanceof HTMLElement) beside.focus();
}
