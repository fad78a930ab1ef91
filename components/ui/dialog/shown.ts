import { createContext, useCallback, useContext, useLayoutEffect, useRef } from "react";

/** Whether the dialog around is open. Its content is still mounted while it closes. */
export const DialogOpen = createContext(true);

/** Returns a function that tells whether the component is mounted, in a dialog that is open if in one. */
export function useIsShown(): () => boolean {
  const isOpen = useContext(DialogOpen);
  const isShown = useRef(false);
  useLayoutEffect(() => {
    isShown.current = isOpen;
    return () => {
      isShown.current = false;
    };
  }, [isOpen]);
  return useCallback(() => isShown.current, []);
}
