import type { ShortUrl } from "@/lib/urls/types";

/** Those whose short code or destination contains the text, whatever the case. Empty text: all. */
export function searchUrls(urls: readonly ShortUrl[], text: string): ShortUrl[] {
  const needle = text.trim().toLowerCase();
  return urls.filter(
    ({ shortCode, originalUrl }) =>
      shortCode.toLowerCase().includes(needle) || originalUrl.toLowerCase().includes(needle),
  );
}
