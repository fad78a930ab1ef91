import { getQrFile, type QrFile } from "@/lib/qr/queries";
import { qrQuerySchema } from "@/lib/qr/query-schema";
import type { QrFormat } from "@/lib/qr/schema";
import { readStoredSettings } from "@/lib/settings/stored";
import { findActiveUrlByCode } from "@/lib/urls/queries";

/**
 * The QR code of an active link, for anyone; null if there is none, or public codes are switched off. Not a visit.
 *
 * @param shortCode in any case
 */
export async function findPublicQrCode(shortCode: string, format: QrFormat): Promise<QrFile | null> {
  if ((await readStoredSettings()).public_qr !== "on") return null;
  const url = await findActiveUrlByCode(shortCode);
  if (!url?.qrGeneratedAt) return null;
  return getQrFile(url, qrQuerySchema.parse({ format }));
}
