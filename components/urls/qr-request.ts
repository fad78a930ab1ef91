import type { ShortUrl } from "@/lib/urls/types";

let show: (url: ShortUrl) => void = () => {};

/** Shows a link's QR code, on whatever page. */
export function showQr(url: ShortUrl): void {
  show(url);
}

/** Where the code is shown. */
export function onShowQr(listener: (url: ShortUrl) => void): void {
  show = listener;
}
