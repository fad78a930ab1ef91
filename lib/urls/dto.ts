import type { ShortUrl as Row } from "@/lib/db/generated/client";
import { areFaviconsOn } from "@/lib/favicons/switch";
import { paths } from "@/lib/paths";
import type { ShortUrl } from "@/lib/urls/types";

/** Columns selected for the DTO. */
export const shortUrlColumns = {
  id: true,
  shortCode: true,
  originalUrl: true,
  status: true,
  clickCount: true,
  createdAt: true,
  updatedAt: true,
  createdById: true,
  apiKeyId: true,
  groupId: true,
  externalId: true,
  qrGeneratedAt: true,
  favicon: { select: { host: true, etag: true } },
} as const;

export type ShortUrlRow = Pick<Row, Exclude<keyof typeof shortUrlColumns, "favicon">> & {
  favicon: { host: string; etag: string | null } | null;
};

/** Converts a row to its DTO. */
export function toShortUrl(row: ShortUrlRow, baseUrl: string): ShortUrl {
  return {
    id: row.id,
    shortCode: row.shortCode,
    shortUrl: `${baseUrl}/${row.shortCode}`,
    originalUrl: row.originalUrl,
    status: row.status,
    clickCount: Number(row.clickCount),
    createdAt: row.createdAt.toISOString(),
    createdById: row.createdById,
    groupId: row.groupId,
    faviconUrl: faviconUrlOf(row),
    qrCodeUrl: row.qrGeneratedAt && paths.api.urlQr(row.id),
  };
}

/** Changes with the icon, so that browsers can cache it for long; null if no icon is known. */
function faviconUrlOf({ favicon }: ShortUrlRow): string | null {
  if (!favicon?.etag || !areFaviconsOn()) return null;
  return `${paths.api.favicon(favicon.host)}?v=${favicon.etag.replaceAll('"', "")}`;
}
