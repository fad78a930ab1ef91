import { renderToStaticMarkup } from "react-dom/server";
import { AnalyticsSums } from "@/components/analytics/analytics-bar";
import type { Breakdown } from "@/lib/analytics/types";

test("unique visitors say what they count", () => {
  const breakdown = { totalClicks: 9, uniqueVisitors: 4, botClicks: 1 } as Partial<Breakdown> as Breakdown;
  const text = renderToStaticMarkup(<AnalyticsSums breakdown={breakdown} live="waiting" />).replace(/<[^>]+>/g, " ");
  expect(text).toMatch(/Unique visitors\s+4\s+counted once per day, across all links/);
});
