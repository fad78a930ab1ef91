import { Info } from "lucide-react";
import { ownStatsSeed } from "@/app/(dashboard)/(subject)/stats-seed";
import { analyticsScreen } from "@/app/(dashboard)/analytics/loading";
import { page } from "@/app/(dashboard)/declare-page";
import { analyticsAddress, type ShownPeriod } from "@/components/analytics/analytics-address";
import { globalAnalyticsQuery, periodTopUrlsQuery } from "@/components/analytics/analytics-queries";
import { AnalyticsView } from "@/components/analytics/analytics-view";
import { TOP_ENTRIES } from "@/components/analytics/breakdown";
import { readPageSearch } from "@/components/data/address";
import { seed } from "@/components/data/seed";
import { SumStats } from "@/components/stats/sum-stats";
import { canSeeGlobalAnalytics } from "@/lib/analytics/policy";
import { getGlobalAnalytics } from "@/lib/stats/global-analytics";
import { getPeriodTopUrls } from "@/lib/stats/top-urls";

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

/** Shown to users who may not see the whole installation: the reason, and the clicks on their own links. */
function OwnStats() {
  return (
    <>
      <p role="note" className="flex items-start gap-3 rounded-lg border border-line bg-surface px-4 py-3 text-base">
        <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" strokeWidth={1.75} />
        <span className="min-w-0">
          <span className="text-ink">You need admin permissions to view analytics.</span>{" "}
          <span className="text-muted">
            Only overall admins can see the analytics of all links. Below are the links you created.
          </span>
        </span>
      </p>
      <SumStats scope={{ kind: "own" }} name="My links" />
    </>
  );
}
