import { type MouseEvent, type PointerEvent, useRef } from "react";

/**
 * Handlers for the button of a menu or a select. Radix opens these on pointer down and on keys; a click that comes alone,
 * by a screen reader or voice control (WAI-ARIA default action), acts like Enter.
 */
export function useBareClick() {
  const isPressed = useRef(false);
  return {
    onPointerDown: ({ nativeEvent }: PointerEvent) => {
      // Not one that stands for the click that loaded the button (on-demand.tsx).
      if (nativeEvent.isTrusted) isPressed.current = true;
    },
    onPointerCancel: () => {
      isPressed.current = false;
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      const isBare = event.detail === 0 || !isPressed.current;
      isPressed.current = false;
      if (!isBare) return;
      event.preventDefault();
      event.currentTarget.dispatchEvent(
        new window.KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }),
      );
    },
  };
}
