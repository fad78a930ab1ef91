import type { QrCode } from "@/lib/qr/types";

/**
 * The picture of a code where many are shown; null if the link has none. With a logo it has pixels, as an SVG contains
 * the whole logo: 2 MB for a photograph. In the default size, codes of any length fit.
 */
export function codeImagePath({
  qrCodeUrl,
  version,
  hasLogo,
}: Pick<QrCode, "qrCodeUrl" | "version" | "hasLogo">): string | null {
  return qrCodeUrl && `${qrCodeUrl}?${new URLSearchParams({ ...(!hasLogo && { format: "svg" }), v: version })}`;
}
