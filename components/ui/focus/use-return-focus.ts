import { useRef } from "react";
import { takeFocusFallback } from "@/components/ui/focus/use-kept-focus";
import { focusOnce } from "@/components/ui/focus/watch-lost-focus";

/** The element that gets the focus when an overlay closes. */
export type FocusTarget = { readonly current: HTMLElement | null };

/** The open state of a dialog, kept by its opener. */
export type DialogState = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  returnFocusTo?: FocusTarget;
};

/**
 * Handlers for an overlay without a trigger: when it closes, focus returns to the opener.
 *
 * @param returnTo gets the focus instead, if the opener is gone by then, such as a menu item
 */
export function useReturnFocus(returnTo?: FocusTarget) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const element = returnTo?.current ?? opener.current;
      const isThere = element?.isConnected && element !== document.body;
      // The row that it was in may be gone. If no other took its place, the card gets the focus (watch-lost-focus.ts).
      const target = isThere ? element : takeFocusFallback();
      if (target instanceof HTMLElement) focusOnce(target);
    },
  };
}
