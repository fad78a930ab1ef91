import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from "react";
import { OVERLAYS } from "@/components/ui/focus/typing";
import { setFocusFallback } from "@/components/ui/focus/use-kept-focus";

/** Returns the element that gets the focus, looked for in the card or page that the removed one was in. */
export type FindNext = (home: HTMLElement) => HTMLElement | null | undefined;

/**
 * For an element that may be removed while it has the focus, such as a button that its own press removes: the focus
 * goes to what `findNext` returns, else to the card or page around it. Otherwise the next Tab would start at the top.
 * After a click or tap, it goes to the card or page: a field would open a phone's keyboard, a row scroll to itself.
 *
 * @param opensDialogs whether a dialog that was opened from it, and closes with it, may have the focus instead
 */
export function useHandedFocus<Handing extends HTMLElement>(
  findNext?: FindNext,
  opensDialogs = false,
): RefObject<Handing | null> {
  const ref = useRef<Handing>(null);
  const find = useEffectEvent((home: HTMLElement) => findNext?.(home));
  useLayoutEffect(() => {
    const element = ref.current;
    const homes = [
      element?.parentElement?.closest<HTMLElement>("fieldset, section"),
      element?.closest<HTMLElement>("[role=dialog], main"),
    ];
    return () => {
      const { activeElement } = document;
      const isInDialog = opensDialogs && activeElement?.closest(OVERLAYS);
      if (!isInDialog && !element?.contains(activeElement)) return;
      const isShown = activeElement?.matches(":focus-visible");
      // By then, the card may be gone too.
      queueMicrotask(() => {
        const home = homes.find((other) => other?.isConnected);
        if (!home || element?.isConnected) return;
        const found = isInDialog || isShown ? find(home) : null;
        if (isInDialog) return found && setFocusFallback(found);
        // Something else has taken it, such as a field of the next page. Radix gives it to the dialog.
        const now = document.activeElement;
        if (now !== document.body && !homes.some((other) => other === now)) return;
        const next = found ?? home;
        if (next.tabIndex < 0) next.tabIndex = -1;
        next.focus({ preventScroll: next === home });
      });
    };
  }, [opensDialogs]);
  return ref;
}
