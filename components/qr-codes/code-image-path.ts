import type { QrCode } from "@/lib/qr/types";

/**
 * Path of a code's image for lists; null if the link has none. A PNG, since an SVG contains its whole logo: 2 MB for a
 * photograph. Codes of any length fit into the default size.
 */
export function codeImagePath({ qrCodeUrl, version }: Pick<QrCode, "qrCodeUrl" | "version">): string | null {
  return qrCodeUrl && `${qrCodeUrl}?${new URLSearchParams({ v: version })}`;
}
