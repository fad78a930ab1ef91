import { createHash } from "node:crypto";
import QRCode from "qrcode";
import { drawPng } from "@/lib/qr/png";

/** ISO/IEC 18004: level M restores 15 % of damage; four modules of quiet zone. */
const CODE = { errorCorrectionLevel: "M", margin: 4 } as const;
const PNG_WIDTH_PIXELS = 512;

export type QrFormat = "png" | "svg";
export type QrImage = { bytes: Buffer; mediaType: string; etag: string };

/** What a short URL's QR code says: the visit is counted as one by QR (design section 5). */
export function qrContent(shortUrl: string): string {
  return `${shortUrl}?qr=1`;
}

/** Draws a QR code; the same content always gives the same bytes. */
export async function renderQr(content: string, format: QrFormat): Promise<QrImage> {
  const bytes =
    format === "svg"
      ? Buffer.from(await QRCode.toString(content, { ...CODE, type: "svg" }))
      : drawPng(QRCode.create(content, CODE).modules, PNG_WIDTH_PIXELS, CODE.margin);
  return {
    bytes,
    mediaType: format === "svg" ? "image/svg+xml" : "image/png",
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`,
  };
}
