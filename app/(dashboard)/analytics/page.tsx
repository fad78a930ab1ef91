import { ownStatsSeed } from "@/app/(dashboard)/(subject)/stats-seed";
import { analyticsScreen } from "@/app/(dashboard)/analytics/screen";
import { page } from "@/app/(dashboard)/declare-page";
import { analyticsAddress, type ShownPeriod } from "@/components/analytics/analytics-address";
import { globalAnalyticsQuery, periodTopUrlsQuery } from "@/components/analytics/analytics-queries";
import { AnalyticsView } from "@/components/analytics/analytics-view";
import { TOP_ENTRIES } from "@/components/analytics/breakdown";
import { readPageSearch } from "@/components/data/address";
import { seed } from "@/components/data/initial-data";
import { OwnStats } from "@/components/stats/own-stats";
import { getPeriodTopUrls } from "@/lib/analytics/period-top-urls";
import { canSeeGlobalAnalytics } from "@/lib/analytics/policy";
import { getGlobalAnalytics } from "@/lib/analytics/queries";

export const metadata = { title: analyticsScreen.title };

export default page({
  screen: analyticsScreen,
  load: (actor, search) => {
    if (!canSeeGlobalAnalytics(actor)) return ownStatsSeed(actor, search);
    // 'Daily Activity' always shows the week.
    const { period: shown } = readPageSearch(analyticsAddress, search);
    const periods = new Set([shown, "week" as const]);
    return [
      ...[...periods].map((period) =>
        seed(globalAnalyticsQuery(period), getGlobalAnalytics(actor, { ...toAsked(period), bots: "exclude" })),
      ),
      seed(
        periodTopUrlsQuery(shown, TOP_ENTRIES),
        getPeriodTopUrls(actor, { period: "all", ...toAsked(shown), limit: TOP_ENTRIES }),
      ),
    ];
  },
  view: (actor) => (canSeeGlobalAnalytics(actor) ? <AnalyticsView /> : <OwnStats />),
});

function toAsked(period: ShownPeriod) {
  return typeof period === "object" ? period : { period };
}
