import { renderToStaticMarkup } from "react-dom/server";
import { AnalyticsSkeleton } from "@/components/analytics/analytics-skeleton";
import { StatsSkeleton } from "@/components/stats/stats-skeleton";

test("a page of statistics that loads is announced once, not with each card", () => {
  for (const page of [<AnalyticsSkeleton key="all" />, <StatsSkeleton key="one" isSum={false} />])
    expect(renderToStaticMarkup(page).match(/role="status"/g)).toHaveLength(1);
});
