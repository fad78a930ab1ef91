import { freshQuery } from "@/components/data/call-query";
import { paths } from "@/lib/paths";
import type { StatShare } from "@/lib/shares/types";

/** The shared pages of a link; fetched each time they are shown. */
export function sharesQuery(urlId: string) {
  return freshQuery<StatShare[]>(paths.api.urlShares(urlId), [paths.api.urls, urlId, "shares"]);
}
