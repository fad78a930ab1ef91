import type { ShortUrl } from "@/lib/urls/types";

/** The QR code to show outside the table of links. */
export type QrRequest = { url: ShortUrl; open: boolean };

let request: QrRequest | null = null;
const listeners = new Set<() => void>();

/** Shows a link's QR code, on whatever page. */
export function showQr(url: ShortUrl): void {
  change({ url, open: true });
}

export function closeQr(): void {
  change(request && { ...request, open: false });
}

export function getQrRequest(): QrRequest | null {
  return request;
}

export function subscribeToQrRequests(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: QrRequest | null): void {
  request = next;
  for (const listener of listeners) listener();
}
