import { queryOptions } from "@tanstack/react-query";
import { topUrlsOptions } from "@/components/analytics/analytics-queries";
import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-keys";
import { type StatsView, toRangeSearch, toStatsSearch } from "@/components/stats/stats-address";
import { paths } from "@/lib/paths";
import type { ComparedUrl, Stats, UrlMarks } from "@/lib/stats/types";
import type { ListedUrl } from "@/lib/urls/types";

/** Whose clicks are counted: those of a link, of a group's links, or of one's own. */
export type StatsScope = { kind: "url" | "group"; id: string } | { kind: "own" };

/** The calls of each scope. */
export function statsCalls(scope: StatsScope): { stats: string; export: string; topUrls: string | null } {
  const { api } = paths;
  switch (scope.kind) {
    case "url":
      return { stats: api.urlStats(scope.id), export: api.urlStatsExport(scope.id), topUrls: null };
    case "group":
      return {
        stats: api.groupStats(scope.id),
        export: api.groupStatsExport(scope.id),
        topUrls: api.groupTopUrls(scope.id),
      };
    case "own":
      return { stats: api.stats, export: api.statsExport, topUrls: api.statsTopUrls };
  }
}

export function statsQuery(scope: StatsScope, view: StatsView) {
  const { stats } = statsCalls(scope);
  const search = toStatsSearch(view);
  return queryOptions({ queryKey: [stats, search], queryFn: () => call<Stats>("GET", `${stats}?${search}`) });
}

/** How many of the most clicked links a card shows. */
export const TOP_URLS = 10;

/** The most clicked links of a group, or of one's own. */
export function statsTopUrlsQuery(path: string, range: StatsView["range"], limit = TOP_URLS) {
  const search = toRangeSearch(range);
  search.set("limit", String(limit));
  return topUrlsOptions([path, String(search)], `${path}?${search}`);
}

/** Changes to a link in a range. */
export function urlMarksQuery(id: string, range: StatsView["range"]) {
  const path = paths.api.urlMarks(id);
  const search = String(toRangeSearch(range));
  return queryOptions({
    queryKey: [...queryKeys.urls, id, "marks", search],
    queryFn: () => call<UrlMarks>("GET", `${path}?${search}`),
  });
}

/** A link; refetched when links change. */
export function urlQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.urls, id, "link"],
    queryFn: () => call<ListedUrl>("GET", paths.api.url(id)),
  });
}

/** Links side by side, in the order of the ids. */
export function compareQuery(ids: readonly string[], view: StatsView) {
  const search = toCompareSearch(ids, view);
  return queryOptions({
    queryKey: [paths.api.compareUrls, search],
    queryFn: () => call<ComparedUrl[]>("GET", `${paths.api.compareUrls}?${search}`),
  });
}

/** The query of GET /api/urls/compare and its export. */
export function toCompareSearch(ids: readonly string[], view: StatsView): string {
  const search = new URLSearchParams(toStatsSearch({ ...view, filters: [] }));
  search.set("ids", ids.join(","));
  return String(search);
}
