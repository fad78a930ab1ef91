import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-keys";
import { paths } from "@/lib/paths";
import type { UrlDesign } from "@/lib/qr/types";

/** The design of a link's code; fetched each time it is shown. */
export function linkDesignQuery(urlId: string) {
  return queryOptions({
    queryKey: [...queryKeys.urls, urlId, "qr-design"],
    queryFn: () => call<UrlDesign>("GET", paths.api.urlQrDesign(urlId)),
    gcTime: 0,
  });
}
