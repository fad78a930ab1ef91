import { freshQuery } from "@/components/data/call-query";
import { queryKeys } from "@/components/data/query-keys";
import { paths } from "@/lib/paths";
import type { StatShare } from "@/lib/shares/types";

/** The shared pages of a link; fetched each time they are shown. */
export function sharesQuery(urlId: string) {
  return freshQuery<StatShare[]>([...queryKeys.urls, urlId, "shares"], paths.api.urlShares(urlId));
}
