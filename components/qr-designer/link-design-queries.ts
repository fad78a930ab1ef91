import { freshQuery } from "@/components/data/call-query";
import { queryKeys } from "@/components/data/query-keys";
import { paths } from "@/lib/paths";
import type { UrlDesign } from "@/lib/qr/types";

/** The design of a link's code; fetched each time it is shown. */
export function linkDesignQuery(urlId: string) {
  return freshQuery<UrlDesign>([...queryKeys.urls, urlId, "qr-design"], paths.api.urlQrDesign(urlId));
}
