/** An overlay of all pages: the dialog that creates a link, the list of shortcuts, or the command palette. */
export type Overlay = "create" | "help" | "palette";

let show: (overlay: Overlay) => void = () => {};

export function openOverlay(overlay: Overlay): void {
  show(overlay);
}

/** Registers the shell, which shows the overlays, so that they stay while the page below changes. */
export function onOpenOverlay(listener: (overlay: Overlay) => void): void {
  show = listener;
}
