import type { QrDesignFormat } from "@/lib/qr/design";
import type { QrImage } from "@/lib/qr/render";
import { type RenderRequest, renderDesign } from "@/lib/qr/studio";

const MEDIA_TYPES: Record<QrDesignFormat, string> = {
  png: "image/png",
  svg: "image/svg+xml",
  webp: "image/webp",
  pdf: "application/pdf",
};

/**
 * Renders a code with a design.
 *
 * @throws AppError invalid when it doesn't fit into the size; unavailable
 */
export async function renderCode(request: RenderRequest): Promise<QrImage> {
  return { bytes: await renderDesign(request), mediaType: MEDIA_TYPES[request.format] };
}
