"use client";

import { useRef } from "react";

/** The element that gets the focus when an overlay closes. */
export type FocusTarget = { readonly current: HTMLElement | null };

/**
 * Handlers for an overlay without a trigger of its own: when it closes, the focus goes back whence it came.
 *
 * @param target where that element does not outlive the opening, as an item of a menu, the one to use instead
 */
export function useReturnFocus(target?: FocusTarget) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const element = target?.current ?? opener.current;
      if (element instanceof HTMLElement) element.focus();
    },
  };
}
