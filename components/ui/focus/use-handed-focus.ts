import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from "react";
import { OVERLAYS } from "@/components/ui/focus/typing";
import { setFocusFallback } from "@/components/ui/focus/use-kept-focus";
import { focusOnce, homesOf, standsIn } from "@/components/ui/focus/watch-lost-focus";

/** Returns the element that gets the focus, looked for in the card, dialog or page that the removed one was in. */
export type FindNext = (home: HTMLElement) => HTMLElement | null | undefined;

/**
 * For an element that may be removed while it has the focus, if a certain element is to get it instead of the card,
 * dialog or page around it (watch-lost-focus.ts). Those get it after a click or tap: a field would open a phone's
 * keyboard, a row scroll to itself.
 *
 * @param opensDialogs whether a dialog that was opened from it, and closes with it, may have the focus instead
 */
export function useHandedFocus<Handing extends HTMLElement>(
  findNext: FindNext,
  opensDialogs = false,
): RefObject<Handing | null> {
  const ref = useRef<Handing>(null);
  const find = useEffectEvent(findNext);
  useLayoutEffect(() => {
    const element = ref.current;
    const homes = element ? homesOf(element) : [];
    return () => {
      const { activeElement } = document;
      const isInDialog = opensDialogs && activeElement?.closest(OVERLAYS);
      const isShown = element?.contains(activeElement) && activeElement?.matches(":focus-visible");
      if (!isInDialog && !isShown) return;
      // By then, the card may be gone too.
      queueMicrotask(() => {
        const home = homes.find((other) => other.isConnected);
        const next = home && !element?.isConnected && find(home);
        if (!next) return;
        if (isInDialog) setFocusFallback(next);
        // Otherwise something else has taken it, such as a field of the next page.
        else if (standsIn(document.activeElement)) focusOnce(next);
      });
    };
  }, [opensDialogs]);
  return ref;
}
