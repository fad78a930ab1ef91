import { freshQuery } from "@/components/data/call-query";
import { paths } from "@/lib/paths";
import type { Placement } from "@/lib/qr/types";

/** The placements of a link; fetched each time they are shown. */
export function placementsQuery(urlId: string) {
  return freshQuery<Placement[]>(paths.api.urlPlacements(urlId), [paths.api.urls, urlId, "placements"]);
}
