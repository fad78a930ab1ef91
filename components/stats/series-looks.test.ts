import { compareCaption, compareChartText, compareText, SERIES_LOOKS } from "@/components/stats/series-looks";
import type { ComparedUrl, Stats } from "@/lib/stats/types";

const stats = { from: "2026-10-24", to: "2026-11-22", interval: "day", filters: [] } as Partial<Stats> as Stats;
const url = (shortCode: string) => ({ shortCode, stats }) as Partial<ComparedUrl> as ComparedUrl;

test("the image of a comparison has a legend", () => {
  expect(compareCaption([url("spring"), url("flyer")])).toMatchObject({
    lines: ["Clicks by day: Oct 24 – Nov 22, 2026"],
    keys: [
      { text: "spring", ...SERIES_LOOKS[0] },
      { text: "flyer", ...SERIES_LOOKS[1] },
    ],
  });
});

test("screen readers get a text instead of the chart of a comparison", () => {
  const clicked = (code: string, clicks: number) => ({ ...url(code), stats: { ...stats, clicks } });
  const compared = [clicked("spring", 1), clicked("flyer", 1620)];
  expect(compareText(compared)).toBe("spring, 1 click; flyer, 1,620 clicks. Clicks by day: Oct 24 – Nov 22, 2026");
  expect(compareChartText(compared)).toBe(
    "Chart of clicks by day: spring, 1 click; flyer, 1,620 clicks. “Show as table” lists the values.",
  );
});
