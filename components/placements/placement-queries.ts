import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-keys";
import { paths } from "@/lib/paths";
import type { Placement } from "@/lib/qr/types";

/** The placements of a link; fetched each time they are shown. */
export function placementsQuery(urlId: string) {
  return queryOptions({
    queryKey: [...queryKeys.urls, urlId, "placements"],
    queryFn: () => call<Placement[]>("GET", paths.api.urlPlacements(urlId)),
    gcTime: 0,
  });
}
