import type { QrCode } from "@/lib/qr/types";

/**
 * The picture of a code where many are shown; null if the link has none. It has pixels, as an SVG contains its logo in
 * full: 2 MB for a photograph. In the default size, codes of any length fit.
 */
export function codeImagePath({ qrCodeUrl, version }: Pick<QrCode, "qrCodeUrl" | "version">): string | null {
  return qrCodeUrl && `${qrCodeUrl}?${new URLSearchParams({ v: version })}`;
}
