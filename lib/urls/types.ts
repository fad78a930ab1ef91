import type { ItemRefusal } from "@/lib/item-refusal";

export const URL_STATUSES = ["active", "paused", "deleted"] as const;
export type UrlStatus = (typeof URL_STATUSES)[number];

/** A short URL as the calls give it. */
export type ShortUrl = {
  id: string;
  shortCode: string;
  /** `{base}/{shortCode}` */
  shortUrl: string;
  originalUrl: string;
  status: UrlStatus;
  clickCount: number;
  /** ISO 8601 */
  createdAt: string;
  /** Null: made with an API key for its group. */
  createdById: string | null;
  groupId: string | null;
  faviconUrl: string | null;
  /** Path of the image; null: the link has no QR code. */
  qrCodeUrl: string | null;
};

/** In one call of POST /api/urls/bulk. */
export const BULK_MAX_URLS = 500;

/** What became of one link of POST /api/urls/bulk. */
export type BulkUrlResult = { id: string } & ({ success: true; data: ShortUrl } | ItemRefusal);
