"use client";

import { useRef } from "react";

/** The element that gets the focus when an overlay closes. */
export type FocusTarget = { readonly current: HTMLElement | null };

/**
 * Handlers for an overlay without a trigger: when it closes, focus returns to the opener.
 *
 * @param target gets the focus instead, if the opener is gone by then, such as a menu item
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
