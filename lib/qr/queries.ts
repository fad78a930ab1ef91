import type { Actor } from "@/lib/actor";
import { forbidden, notFound } from "@/lib/errors";
import { etagOf } from "@/lib/etag";
import { assertPlacement } from "@/lib/qr/placements";
import { canRegenerateQr } from "@/lib/qr/policy";
import { type QrImage, qrContent, renderQr } from "@/lib/qr/render";
import type { QrQuery } from "@/lib/qr/schema";
import { getBaseUrl } from "@/lib/settings/queries";
import { QR_REGENERATED_AT, readStoredSettings } from "@/lib/settings/stored";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { getUrlOrThrow } from "@/lib/urls/queries";

export type QrFile = QrImage & { fileName: string; etag: string; lastModified: Date };

/**
 * The QR code of a link that the actor may see. Its tag and date change when all codes are regenerated.
 *
 * @throws AppError not_found when there is no such link, or it has no QR code; invalid
 */
export async function getQrCode(actor: Actor, id: string, query: QrQuery): Promise<QrFile> {
  const { url } = await getUrlOrThrow(actor, id);
  return getQrFile(url, query);
}

/** Like `getQrCode`, without authorising. */
export async function getQrFile(
  url: Pick<ShortUrlRow, "id" | "shortCode" | "qrGeneratedAt">,
  query: QrQuery,
): Promise<QrFile> {
  if (!url.qrGeneratedAt) throw notFound("QR code");
  const { format, placement, download, ...look } = query;
  if (placement !== undefined) await assertPlacement(url.id, placement);
  const image = await renderQr(qrContent(`${await getBaseUrl()}/${url.shortCode}`, placement), format, look);
  const lastModified = laterOf(url.qrGeneratedAt, await readRegeneratedAt());
  const etag = etagOf(Buffer.concat([image.bytes, Buffer.from(lastModified.toISOString())]));
  return {
    ...image,
    etag,
    lastModified,
    fileName: `${[url.shortCode, placement].filter(Boolean).join("-")}.${format}`,
  };
}

/**
 * When all QR codes were last regenerated; null: never. ISO 8601.
 *
 * @throws AppError forbidden
 */
export async function getQrRegeneratedAt(actor: Actor): Promise<string | null> {
  if (!canRegenerateQr(actor)) throw forbidden();
  return (await readRegeneratedAt())?.toISOString() ?? null;
}

async function readRegeneratedAt(): Promise<Date | null> {
  const stored = (await readStoredSettings())[QR_REGENERATED_AT];
  return stored === undefined ? null : new Date(stored);
}

function laterOf(generatedAt: Date, regeneratedAt: Date | null): Date {
  return regeneratedAt && regeneratedAt > generatedAt ? regeneratedAt : generatedAt;
}
