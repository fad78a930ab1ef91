import { freshQuery } from "@/components/data/call-query";
import { paths } from "@/lib/paths";
import type { UrlDesign } from "@/lib/qr/types";

/** The design of a link's code; fetched each time it is shown. Apart from the designer's, which the QR dialog doesn't need. */
export function linkDesignQuery(urlId: string) {
  return freshQuery<UrlDesign>(paths.api.urlQrDesign(urlId), [paths.api.urls, urlId, "qr-design"]);
}
