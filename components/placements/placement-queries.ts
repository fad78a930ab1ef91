import { freshQuery } from "@/components/data/call-query";
import { queryKeys } from "@/components/data/query-keys";
import { paths } from "@/lib/paths";
import type { Placement } from "@/lib/qr/types";

/** The placements of a link; fetched each time they are shown. */
export function placementsQuery(urlId: string) {
  return freshQuery<Placement[]>([...queryKeys.urls, urlId, "placements"], paths.api.urlPlacements(urlId));
}
