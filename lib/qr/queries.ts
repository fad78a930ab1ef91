import type { Actor } from "@/lib/actor";
import { AppError, forbidden, notFound } from "@/lib/errors";
import { etagOf } from "@/lib/etag";
import type { QrDesign, QrDesignFormat } from "@/lib/qr/design";
import { DESIGN_LOCKED, designInForce } from "@/lib/qr/designs/design-in-force";
import { readLogo } from "@/lib/qr/designs/logos";
import { assertPlacement } from "@/lib/qr/placements/queries";
import { canRegenerateQr } from "@/lib/qr/policy";
import { designOf, type QrQuery, sizeOf } from "@/lib/qr/query-schema";
import { qrContent } from "@/lib/qr/render";
import { renderDesign } from "@/lib/qr/studio";
import { getBaseUrl } from "@/lib/settings/queries";
import { QR_REGENERATED_AT, readStoredSettings } from "@/lib/settings/stored";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { getUrlOrThrow } from "@/lib/urls/queries";

export type QrImage = { bytes: Buffer; mediaType: string; fileName: string; etag: string; lastModified: Date };

const MEDIA_TYPES: Record<QrDesignFormat, string> = {
  png: "image/png",
  svg: "image/svg+xml",
  webp: "image/webp",
  pdf: "application/pdf",
};

/**
 * The QR code of a link that the actor may see, in its design unless the query sets a look. Its ETag and date change
 * when all codes are regenerated, the ETag also with its design.
 *
 * @throws AppError not_found if there is no such link or it has no QR code; invalid; conflict if its design is locked
 *   and the query sets a look; unavailable
 */
export async function getQrCode(actor: Actor, id: string, query: QrQuery): Promise<QrImage> {
  const { url } = await getUrlOrThrow(actor, id);
  return getQrImage(url, query, actor.id);
}

/**
 * Like `getQrCode`, without authorising.
 *
 * @param requester as for `renderDesign`
 */
export async function getQrImage(
  url: Pick<ShortUrlRow, "id" | "shortCode" | "groupId" | "qrGeneratedAt">,
  query: QrQuery,
  requester?: string,
): Promise<QrImage> {
  if (!url.qrGeneratedAt) throw notFound("QR code");
  const { format, placement } = query;
  if (placement !== undefined) await assertPlacement(url.id, placement);
  const [baseUrl, design] = await Promise.all([getBaseUrl(), chooseDesign(url, designOf(query))]);
  const content = qrContent(`${baseUrl}/${url.shortCode}`, placement);
  const logo = await readLogo(design);
  const bytes = await renderDesign({ content, design, logo, format, size: sizeOf(query) }, requester);
  const lastModified = laterOf(url.qrGeneratedAt, await readRegeneratedAt());
  const etag = etagOf(Buffer.concat([bytes, Buffer.from(lastModified.toISOString())]));
  return {
    bytes,
    mediaType: MEDIA_TYPES[format],
    etag,
    lastModified,
    fileName: `${[url.shortCode, placement].filter(Boolean).join("-")}.${format}`,
  };
}

/** @param look the look that a query sets, if any; replaces the link's design unless that is locked */
async function chooseDesign(url: Pick<ShortUrlRow, "id" | "groupId">, look: QrDesign | null): Promise<QrDesign> {
  const { design, isLocked } = await designInForce(url);
  if (look && isLocked) throw new AppError("conflict", DESIGN_LOCKED);
  return look ?? design;
}

/**
 * When all QR codes were last regenerated (ISO 8601); null if never.
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
