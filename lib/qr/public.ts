import { AppError } from "@/lib/errors";
import { getQrImage, type QrImage } from "@/lib/qr/queries";
import { qrQuerySchema } from "@/lib/qr/query-schema";
import type { QrFormat } from "@/lib/qr/schema";
import { readStoredSettings } from "@/lib/settings/stored";
import { findActiveUrlByCode } from "@/lib/urls/queries";

/** Maximum number of concurrent renderings per process, so that public requests don't block users' designs. */
const MAX_RENDERING = 8;
const RETRY_AFTER_SECONDS = 2;
const BUSY = "Too many QR codes are requested right now. Try again in a few seconds.";
let rendering = 0;

/**
 * The QR code of an active link, for anyone; null if there is none, or public codes are switched off. Not a visit.
 *
 * @param shortCode in any case
 * @throws AppError unavailable
 */
export async function findPublicQrCode(shortCode: string, format: QrFormat): Promise<QrImage | null> {
  if ((await readStoredSettings()).public_qr !== "on") return null;
  const url = await findActiveUrlByCode(shortCode);
  if (!url?.qrGeneratedAt) return null;
  if (rendering >= MAX_RENDERING) throw new AppError("unavailable", BUSY, undefined, RETRY_AFTER_SECONDS);
  rendering += 1;
  try {
    return await getQrImage(url, qrQuerySchema.parse({ format }));
  } finally {
    rendering -= 1;
  }
}
