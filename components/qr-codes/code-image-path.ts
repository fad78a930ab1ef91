import type { QrCode } from "@/lib/qr/types";

/**
 * Path of a code's image for lists; null if the link has none. A PNG if the code has a logo, since an SVG contains the
 * whole logo: 2 MB for a photograph. Codes of any length fit into the default size.
 */
export function codeImagePath({
  qrCodeUrl,
  version,
  hasLogo,
}: Pick<QrCode, "qrCodeUrl" | "version" | "hasLogo">): string | null {
  return qrCodeUrl && `${qrCodeUrl}?${new URLSearchParams({ ...(!hasLogo && { format: "svg" }), v: version })}`;
}
