import { useRef } from "react";
import { takeFocusFallback } from "@/components/ui/focus/use-kept-focus";

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
      // The row that it was in may be gone.
      const isThere = element?.isConnected && element !== document.body;
      const target = isThere ? element : (takeFocusFallback() ?? lastResort());
      if (target instanceof HTMLElement) target.focus();
    },
  };
}

/** The page's content, unless something else has got the focus meanwhile. */
function lastResort(): HTMLElement | null {
  return document.activeElement === document.body ? document.getElementById("content") : null;
}
