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
 * @param requester as for `renderDesign`
 * @throws AppError invalid when it doesn't fit into the size; unavailable
 */
export async function renderCode(request: RenderRequest, requester?: string): Promise<QrImage> {
  return { bytes: await renderDesign(request, requester), mediaType: MEDIA_TYPES[request.format] };
}
