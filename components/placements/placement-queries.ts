"use client";

import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-keys";
import { useChange } from "@/components/data/use-change";
import { paths } from "@/lib/paths";
import type { AddPlacementInput } from "@/lib/qr/placement-schema";
import type { Placement } from "@/lib/qr/types";

/** The placements of a link; fetched each time they are shown. */
export function placementsQuery(urlId: string) {
  return queryOptions({
    queryKey: [...queryKeys.urls, urlId, "placements"],
    queryFn: () => call<Placement[]>("GET", paths.api.urlPlacements(urlId)),
    gcTime: 0,
  });
}

export function useAddPlacement(urlId: string) {
  return useChange(
    (input: AddPlacementInput) => call<Placement>("POST", paths.api.urlPlacements(urlId), input),
    [placementsQuery(urlId).queryKey],
  );
}

export function useRemovePlacement(urlId: string) {
  return useChange(
    (name: string) => call("DELETE", paths.api.urlPlacement(urlId, name)),
    [placementsQuery(urlId).queryKey],
    { onFailureToo: true },
  );
}
