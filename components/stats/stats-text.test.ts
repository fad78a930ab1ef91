import { DEFAULT_VIEW } from "@/components/stats/stats-address";
import {
  canFilterBy,
  chartCaption,
  formatDays,
  markLabel,
  periodText,
  statsText,
  valueLabel,
} from "@/components/stats/stats-text";
import { STAT_DIMENSIONS } from "@/lib/stats/types";

test.each([
  ["country", "DE", "Germany"],
  ["country", "Unknown", "Unknown"],
  ["device", "mobile", "Mobile"],
  ["access", "qr", "QR Code"],
  ["hour", "09", "09:00 to 09:59"],
  ["hour", "Unknown", "Unknown"],
  ["weekday", "1", "Monday"],
  ["weekday", "7", "Sunday"],
  ["placement", "menu", "menu"],
  ["placement", "Unknown", "No placement"],
  ["language", "de", "German"],
  ["language", "Other", "Other"],
  ["referrer", "news.example", "news.example"],
] as const)("%s %s reads %s", (by, value, text) => {
  expect(valueLabel({ by, value })).toBe(text);
});

test("all values but Other can be filtered by", () => {
  expect(STAT_DIMENSIONS.map((by) => canFilterBy({ by, value: "Unknown" })).every(Boolean)).toBe(true);
  expect(canFilterBy({ by: "referrer", value: "Direct" })).toBe(true);
  expect(canFilterBy({ by: "referrer", value: "Other" })).toBe(false);
});

test("periods are named with their days", () => {
  const days = { from: "2026-10-24", to: "2026-11-22" };
  expect(periodText(DEFAULT_VIEW, days)).toBe("Last 30 days, Oct 24 – Nov 22, 2026");
  expect(periodText({ ...DEFAULT_VIEW, range: "today" }, { from: "2026-11-22", to: "2026-11-22" })).toBe(
    "Today, Nov 22, 2026",
  );
  expect(periodText({ ...DEFAULT_VIEW, range: days }, days)).toBe("Oct 24 – Nov 22, 2026");
  expect(formatDays({ from: "2025-12-31", to: "2026-01-01" })).toBe("Dec 31, 2025 – Jan 1, 2026");
});

test("the image of a chart names the clicks that it shows", () => {
  const stats = { from: "2026-10-24", to: "2026-11-22", interval: "day" as const };
  const period = "Clicks by day: Oct 24 – Nov 22, 2026";
  expect(chartCaption({ ...stats, filters: [] })).toEqual([period]);
  const filters = [{ by: "country", value: "DE" } as const, { by: "device", value: "mobile" } as const];
  expect(chartCaption({ ...stats, filters })).toEqual([period, "Only Country: Germany; Device: Mobile"]);
  expect(statsText({ ...stats, clicks: 1, filters })).toBe(`1 click. ${period}. Only Country: Germany; Device: Mobile`);
});

test.each([
  ["paused", null, "Paused"],
  ["destination", null, "Destination changed"],
  ["destination", "https://example.com/summer", "Destination changed to example.com/summer"],
  ["destination", `https://example.com/${"a".repeat(60)}`, `Destination changed to example.com/${"a".repeat(48)}…`],
] as const)("a change to %s %j reads %j", (kind, destination, text) => {
  expect(markLabel({ kind, destination })).toBe(text);
});
