import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-keys";
import { paths } from "@/lib/paths";
import type { StatShare } from "@/lib/shares/types";

/** The shared pages of a link; fetched each time they are shown. */
export function sharesQuery(urlId: string) {
  return queryOptions({
    queryKey: [...queryKeys.urls, urlId, "shares"],
    queryFn: () => call<StatShare[]>("GET", paths.api.urlShares(urlId)),
    gcTime: 0,
  });
}
