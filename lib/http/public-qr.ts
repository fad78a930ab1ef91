import { randomUUID } from "node:crypto";
import { errorResponse } from "@/lib/http/error-response";
import { imageResponse } from "@/lib/http/image-response";
import { findPublicQrCode } from "@/lib/qr/public";

/** The path of a link's QR code. Short codes have no dots. */
const QR_PATH = /^(.+)\.qr$/i;
/** A changed design or a paused link takes effect after this time. */
const MAX_AGE_SECONDS = 300;

/** Answers `/{code}.qr`, as SVG with `?format=svg`; null if there is no such public code. */
export async function answerPublicQr(
  segment: string,
  { url, headers }: { url: string; headers: Headers },
): Promise<Response | null> {
  const [, shortCode] = QR_PATH.exec(segment) ?? [];
  if (!shortCode) return null;
  const format = new URL(url).searchParams.get("format") === "svg" ? "svg" : "png";
  try {
    const image = await findPublicQrCode(shortCode, format);
    if (!image) return null;
    return imageResponse(image, {
      ifNoneMatch: headers.get("if-none-match"),
      maxAgeSeconds: MAX_AGE_SECONDS,
      isPublic: true,
    });
  } catch (error) {
    return errorResponse(error, { requestId: randomUUID(), isPublicApi: false });
  }
}
