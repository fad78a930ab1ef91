"use client";

import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-keys";
import { useChange } from "@/components/data/use-change";
import { paths } from "@/lib/paths";
import type { QrDesign } from "@/lib/qr/design";
import type { UrlDesign } from "@/lib/qr/types";

/** The design of a link's code; fetched each time it is shown. */
export function linkDesignQuery(urlId: string) {
  return queryOptions({
    queryKey: [...queryKeys.urls, urlId, "qr-design"],
    queryFn: () => call<UrlDesign>("GET", paths.api.urlQrDesign(urlId)),
    gcTime: 0,
  });
}

/** A template's, an own one, or null for the default. */
type LinkDesignInput = { templateId: string } | { design: QrDesign } | null;

export function useSaveLinkDesign(urlId: string) {
  return useChange(
    (input: LinkDesignInput) =>
      input === null ? call("DELETE", paths.api.urlQrDesign(urlId)) : call("PUT", paths.api.urlQrDesign(urlId), input),
    [queryKeys.urls, queryKeys.qrCodes, queryKeys.qrTemplates],
  );
}
