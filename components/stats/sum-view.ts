import type { StatsView } from "@/components/stats/stats-address";

/** Sums over links are neither filtered nor known by hour. */
export function toSumView(view: StatsView): StatsView {
  return { ...view, filters: [], interval: view.interval === "hour" ? null : view.interval };
}
