import type { DownloadCaption } from "@/components/stats/chart-card";
import { chartCaption } from "@/components/stats/stats-text";
import { plural } from "@/lib/format";
import type { ComparedUrl } from "@/lib/stats/types";

/** Styles of the lines in a comparison, in order. They differ in more than colour, for colour-blind users. */
export const SERIES_LOOKS: readonly { colour: string; dash?: string }[] = [
  { colour: "var(--series-1)" },
  { colour: "var(--series-2)", dash: "7 3" },
  { colour: "var(--series-3)", dash: "2 3" },
  { colour: "var(--series-4)", dash: "10 3 2 3" },
  { colour: "var(--series-5)", dash: "4 2" },
];

/** The caption for an image of a comparison, with a legend. */
export function compareCaption(urls: readonly ComparedUrl[]): DownloadCaption {
  const [first] = urls;
  return {
    title: "Compared links",
    lines: first ? chartCaption(first.stats) : [],
    keys: urls.map(({ shortCode }, index) => ({
      text: shortCode,
      colour: "var(--color-muted)",
      ...SERIES_LOOKS[index],
    })),
    file: "compared-clicks",
  };
}

/** Describes the chart of a comparison to screen readers. */
export function compareChartText(urls: readonly ComparedUrl[]): string {
  return `Chart of clicks by ${urls[0]?.stats.interval ?? "day"}: ${clicksText(urls)}. “Show as table” lists the values.`;
}

/** The numbers of a comparison for screen readers: "spring, 40 clicks; menu, 1 click. Clicks by day: …". */
export function compareText(urls: readonly ComparedUrl[]): string {
  const [first] = urls;
  return [clicksText(urls), ...(first ? chartCaption(first.stats) : [])].join(". ");
}

function clicksText(urls: readonly ComparedUrl[]): string {
  return urls.map(({ shortCode, stats }) => `${shortCode}, ${plural(stats.clicks, "click")}`).join("; ");
}
