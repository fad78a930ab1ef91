import type { ShortUrl } from "@/lib/urls/types";

/** An overlay of all pages: the dialog that creates a link, the list of shortcuts, the palette, or a dialog of a link. */
type Overlay = "create" | "help" | "palette" | { kind: "qr" | "analytics"; url: ShortUrl };

let show: (overlay: Overlay) => void = () => {};

export function openOverlay(overlay: Overlay): void {
  show(overlay);
}

/** Registers the shell, which shows the overlays, so that they stay while the page below changes. */
export function onOpenOverlay(listener: (overlay: Overlay) => void): void {
  show = listener;
}
