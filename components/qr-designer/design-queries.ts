import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, send } from "@/components/data/api";
import { paths } from "@/lib/paths";
import type { QrDesign } from "@/lib/qr/design";
import type { QrProof } from "@/lib/qr/types";

/**
 * The code as an SVG, as a data URL. The one before stays until it is there.
 *
 * @param urlId the link whose short URL it shows; by default any code
 */
export function designPreviewQuery(design: QrDesign | null, urlId?: string) {
  return queryOptions({
    queryKey: [paths.api.qrPreview, design, urlId],
    queryFn: async () => toDataUrl(await (await send("POST", paths.api.qrPreview, { design, urlId })).text()),
    enabled: design !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** Whether codes of this design scan; kept for as long as the designer is open, since it takes a second. */
export function designProofQuery(design: QrDesign | null) {
  return queryOptions({
    queryKey: [paths.api.qrProof, design],
    queryFn: () => call<QrProof>("POST", paths.api.qrProof, { design }),
    enabled: design !== null,
  });
}

function toDataUrl(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
