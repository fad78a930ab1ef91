import { type RefObject, useEffect, useEffectEvent } from "react";

type Options = {
  /** Whether the user has agreed to leave: the browser doesn't ask again if that loads another document. */
  isConfirmed?: RefObject<boolean>;
  /** Guards a dialog: its page's guard gets no steps meanwhile. */
  isInner?: boolean;
};

let isLeaving = false;
/** Number of dialogs that are guarded. */
let innerGuards = 0;

/**
 * While active, the browser itself confirms closing and reloading the page.
 *
 * @param onStep called with a step back or forward that can be cancelled, in browsers that support it (decision 0065)
 */
export function useLeaveGuard(
  active: boolean,
  onStep: (step: NavigateEvent) => void,
  { isConfirmed, isInner = false }: Options = {},
): void {
  const onCancelableStep = useEffectEvent((event: NavigateEvent) => {
    if (isInner || innerGuards === 0) onStep(event);
  });
  useEffect(() => {
    if (!active) return;
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving && !isConfirmed?.current) event.preventDefault();
    };
    // Also called while Next renders, when it loads a document instead; effect events can't be called then.
    const onNavigate = (event: NavigateEvent) => {
      if (event.navigationType === "traverse" && event.cancelable) onCancelableStep(event);
    };
    const navigation = navigationOf(window);
    window.addEventListener("beforeunload", onUnload);
    navigation?.addEventListener("navigate", onNavigate);
    if (isInner) innerGuards += 1;
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      navigation?.removeEventListener("navigate", onNavigate);
      if (isInner) innerGuards -= 1;
    };
  }, [active, isConfirmed, isInner]);
}

/** Makes the browser leave the page without asking, for a reload that must not be prevented. */
export function leaveWithoutAsking(): void {
  isLeaving = true;
}

/** The Navigation API (HTML, section 7.2.6); undefined if not supported. */
export function navigationOf(window: Window & { navigation?: Navigation }): Navigation | undefined {
  return window.navigation;
}
