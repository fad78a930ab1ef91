import { callQuery } from "@/components/data/call-query";
import { type StatsView, toRangeSearch, toStatsSearch } from "@/components/stats/stats-address";
import type { PeriodTopUrls } from "@/lib/analytics/types";
import { paths } from "@/lib/paths";
import type { ComparedUrl, Stats, UrlMarks } from "@/lib/stats/types";

/** The links whose clicks are counted: a single link, a group's links, or the user's own. */
export type StatsScope = { kind: "url" | "group"; id: string } | { kind: "own" };

/** The calls of each scope. */
export function statsCalls(scope: StatsScope): { stats: string; export: string; topUrls: string | null } {
  const { api } = paths;
  if (scope.kind === "own") return { stats: api.stats, export: api.statsExport, topUrls: api.statsTopUrls };
  const { kind, id } = scope;
  if (kind === "url") return { stats: api.urlStats(id), export: api.urlStatsExport(id), topUrls: null };
  return { stats: api.groupStats(id), export: api.groupStatsExport(id), topUrls: api.groupTopUrls(id) };
}

export function statsQuery(scope: StatsScope, view: StatsView) {
  const { stats } = statsCalls(scope);
  const search = toStatsSearch(view);
  return callQuery<Stats>(`${stats}?${search}`, [stats, search]);
}

/** Number of most clicked links that a card shows. */
export const TOP_URLS = 10;

/** The most clicked links of a group, or of the user. */
export function statsTopUrlsQuery(path: string, range: StatsView["range"], limit: number) {
  const search = toRangeSearch(range);
  search.set("limit", String(limit));
  return callQuery<PeriodTopUrls>(`${path}?${search}`, [path, String(search)]);
}

/** Changes to a link in a range. */
export function urlMarksQuery(id: string, range: StatsView["range"]) {
  const path = paths.api.urlMarks(id);
  const search = String(toRangeSearch(range));
  return callQuery<UrlMarks>(`${path}?${search}`, [paths.api.urls, id, "marks", search]);
}

/** Links side by side, in the order of the ids. */
export function compareQuery(ids: readonly string[], view: StatsView) {
  const search = toCompareSearch(ids, view);
  return callQuery<ComparedUrl[]>(`${paths.api.compareUrls}?${search}`, [paths.api.compareUrls, search]);
}

/** The query of GET /api/urls/compare and its export. */
export function toCompareSearch(ids: readonly string[], view: StatsView): string {
  const search = new URLSearchParams(toStatsSearch({ ...view, filters: [] }));
  search.set("ids", ids.join(","));
  return String(search);
}
