import { notFound } from "@/lib/errors";
import { type QrImage, qrContent, renderQr } from "@/lib/qr/render";
import type { QrQuery } from "@/lib/qr/schema";
import { getBaseUrl } from "@/lib/settings/queries";
import { getUrlOrThrow } from "@/lib/urls/queries";
import type { Actor } from "@/lib/users/types";

/**
 * The QR code of a link that one may see.
 *
 * @throws AppError not_found when there is no such link, or it was created without a QR code
 */
export async function getQrCode(
  actor: Actor,
  id: string,
  { format }: QrQuery,
): Promise<QrImage & { fileName: string }> {
  const { url } = await getUrlOrThrow(actor, id);
  if (!url.qrGeneratedAt) throw notFound("QR code");
  const image = await renderQr(qrContent(`${await getBaseUrl()}/${url.shortCode}`), format);
  return { ...image, fileName: `${url.shortCode}.${format}` };
}
