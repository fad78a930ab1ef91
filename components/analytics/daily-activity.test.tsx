import { renderToStaticMarkup } from "react-dom/server";
import { DailyActivity } from "@/components/analytics/daily-activity";

test("dashes are mixed in srgb, since Firefox draws no repeating gradient of oklch colours otherwise", () => {
  const today = { date: "2026-11-21", count: 1, isUnfinished: true };
  expect(renderToStaticMarkup(<DailyActivity days={[today]} />)).toContain("gradient(90deg_in_srgb,");
});

test("the column of numbers is as wide as the longest", () => {
  const days = [5, 123_456_789].map((count, day) => ({ date: `2026-11-2${day}`, count, isUnfinished: false }));
  expect(renderToStaticMarkup(<DailyActivity days={days} />).match(/max\(4rem,11ch\)/g)).toHaveLength(2);
});
