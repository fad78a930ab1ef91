import { prisma } from "@/lib/db/prisma";
import { notFound } from "@/lib/errors";
import { type QrImage, qrContent, renderQr } from "@/lib/qr/render";
import { isDefaultLook, type QrQuery } from "@/lib/qr/schema";
import { getBaseUrl } from "@/lib/settings/queries";
import { getUrlOrThrow } from "@/lib/urls/queries";
import type { Actor } from "@/lib/users/types";

/**
 * The QR code of a link that one may see: as it was stored when all were drawn anew, else drawn now.
 *
 * @throws AppError not_found when there is no such link, or it was created without a QR code; invalid
 */
export async function getQrCode(actor: Actor, id: string, query: QrQuery): Promise<QrImage & { fileName: string }> {
  const { url } = await getUrlOrThrow(actor, id);
  if (!url.qrGeneratedAt) throw notFound("QR code");
  const baseUrl = await getBaseUrl();
  const { format, download, ...look } = query;
  const stored = format === "png" && isDefaultLook(look) ? await findStored(url.id, baseUrl) : null;
  const image = stored ?? (await renderQr(qrContent(`${baseUrl}/${url.shortCode}`), format, look));
  return { ...image, fileName: `${url.shortCode}.${format}` };
}

/** Only one that says the present base URL. */
async function findStored(urlId: string, baseUrl: string): Promise<QrImage | null> {
  const row = await prisma().qrCode.findUnique({
    where: { urlId, baseUrl },
    select: { png: true, etag: true },
  });
  return row && { bytes: Buffer.from(row.png), mediaType: "image/png", etag: row.etag };
}
