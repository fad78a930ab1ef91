import { renderToStaticMarkup } from "react-dom/server";
import { DailyActivity } from "@/components/analytics/daily-activity";

test("dashes are mixed in srgb, since Firefox draws no repeating gradient of oklch colours otherwise", () => {
  const today = { date: "2026-11-21", count: 1, isUnfinished: true };
  expect(renderToStaticMarkup(<DailyActivity days={[today]} />)).toContain("gradient(90deg_in_srgb,");
});
