import { createContext, useContext } from "react";

type OpenOverlay = {
  /** The dialog that creates a link. */
  create: () => void;
  /** The list of shortcuts. */
  help: () => void;
  palette: () => void;
};

/** Provided by the shell, which shows these overlays, so that they stay while the page below changes. */
export const OpenOverlayContext = createContext<OpenOverlay>({
  create: () => undefined,
  help: () => undefined,
  palette: () => undefined,
});

/** Functions that open the overlays of all pages. */
export function useOpenOverlay(): OpenOverlay {
  return useContext(OpenOverlayContext);
}
