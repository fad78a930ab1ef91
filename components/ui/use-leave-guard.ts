import { useEffect, useEffectEvent } from "react";

/**
 * While active, the browser itself confirms closing and reloading the page.
 *
 * @param onStep called with a step back or forward that can be cancelled, in browsers that support it (decision 0065)
 */
export function useLeaveGuard(active: boolean, onStep: (step: NavigateEvent) => void): void {
  const onNavigate = useEffectEvent((event: NavigateEvent) => {
    if (event.navigationType === "traverse" && event.cancelable) onStep(event);
  });
  useEffect(() => {
    if (!active) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const navigation = navigationOf(window);
    window.addEventListener("beforeunload", onUnload);
    navigation?.addEventListener("navigate", onNavigate);
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      navigation?.removeEventListener("navigate", onNavigate);
    };
  }, [active]);
}

/** The Navigation API (HTML, section 7.2.6); undefined if not supported. */
export function navigationOf(window: Window & { navigation?: Navigation }): Navigation | undefined {
  return window.navigation;
}
