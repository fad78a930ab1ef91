import type { ShortUrl } from "@/lib/urls/types";

let show: (url: ShortUrl) => void = () => {};

/** Shows a link's QR code on any page. */
export function showQr(url: ShortUrl): void {
  show(url);
}

/** Registers the component that shows the code. */
export function onShowQr(listener: (url: ShortUrl) => void): void {
  show = listener;
}
