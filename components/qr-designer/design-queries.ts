import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, send } from "@/components/data/api";
import { paths } from "@/lib/paths";
import type { QrDesign } from "@/lib/qr/design";
import type { QrProof } from "@/lib/qr/types";

/**
 * The code as the data URL of an SVG. The previous one stays until it has loaded.
 *
 * @param urlId the link whose short URL it contains; an example by default
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
