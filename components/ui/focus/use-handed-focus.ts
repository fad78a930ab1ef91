import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from "react";
import { OVERLAYS } from "@/components/ui/focus/typing";
import { setFocusFallback } from "@/components/ui/focus/use-kept-focus";

/** Returns the element that gets the focus, looked for in the card or page that the removed one was in. */
export type FindNext = (home: HTMLElement) => HTMLElement | null | undefined;

/**
 * For an element that may be removed while it has the focus, if that should go to a certain element instead of the card
 * or page around it (watch-lost-focus.ts). It doesn't after a click or tap: a field would open a phone's keyboard, a row
 * scroll to itself.
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
    const homes = [
      element?.parentElement?.closest<HTMLElement>("fieldset, section"),
      element?.closest<HTMLElement>("[role=dialog], main"),
    ];
    return () => {
      const { activeElement } = document;
      const isInDialog = opensDialogs && activeElement?.closest(OVERLAYS);
      const isShown = element?.contains(activeElement) && activeElement?.matches(":focus-visible");
      if (!isInDialog && !isShown) return;
      // By then, the card may be gone too.
      queueMicrotask(() => {
        const home = homes.find((other) => other?.isConnected);
        const next = home && !element?.isConnected && find(home);
        if (!next) return;
        if (isInDialog) return setFocusFallback(next);
        // Something else has taken it, such as a field of the next page. Radix gives it to the dialog.
        const now = document.activeElement;
        if (now !== document.body && !homes.some((other) => other === now)) return;
        if (next.tabIndex < 0) next.tabIndex = -1;
        next.focus();
      });
    };
  }, [opensDialogs]);
  return ref;
}
