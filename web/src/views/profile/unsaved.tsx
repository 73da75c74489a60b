// Going away with something unsaved asks first.
import { useEffect, type ReactNode } from "react";
import { useBlocker } from "react-router";
import { Confirm } from "../../ui/dialog";

/** Tell whether there is something unsaved here. */
export function useTold(tell: (so: boolean) => void, unsaved: boolean) {
  useEffect(() => tell(unsaved), [tell, unsaved]);
}

/** The question to show, while `unsaved` and somebody goes to another view. */
export function useUnsaved(unsaved: boolean): ReactNode {
  const going = useBlocker(unsaved);
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [unsaved]);
  if (going.state !== "blocked") return null;
  return (
    <Confirm title="Leave without saving?" doing="Leave" danger yes={() => going.proceed()} close={() => going.reset()}>
      <p>What you changed in the profile is not saved yet.</p>
    </Confirm>
  );
}
