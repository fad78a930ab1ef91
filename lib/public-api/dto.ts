import type { ApiUrl } from "@/lib/public-api/types";
import type { ShortUrl } from "@/lib/urls/types";

/** A link of a key's group as the public API gives it: without who created it. */
export function toApiUrl(url: ShortUrl, groupId: string): ApiUrl {
  const { id, shortCode, originalUrl, shortUrl, status, clickCount, createdAt } = url;
  return { id, shortCode, originalUrl, shortUrl, status, clickCount, groupId, createdAt };
}
