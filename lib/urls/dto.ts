import type { ShortUrl as Row } from "@/lib/db/generated/client";
import { paths } from "@/lib/paths";
import type { ShortUrl } from "@/lib/urls/types";

/** The columns that a DTO is made of. */
export const shortUrlColumns = {
  id: true,
  shortCode: true,
  originalUrl: true,
  status: true,
  clickCount: true,
  createdAt: true,
  createdById: true,
  groupId: true,
  qrGeneratedAt: true,
} as const;

export type ShortUrlRow = Pick<Row, keyof typeof shortUrlColumns>;

/** A row as it leaves the server. */
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
    faviconUrl: null,
    qrCodeUrl: row.qrGeneratedAt && paths.api.urlQr(row.id),
  };
}
