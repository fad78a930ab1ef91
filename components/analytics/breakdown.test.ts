import {
  accessShares,
  countryLabel,
  daysOf,
  deviceShares,
  formatDay,
  formatShare,
  topShares,
} from "@/components/analytics/breakdown";
import type { Breakdown } from "@/lib/analytics/types";

const NOTHING: Breakdown = {
  totalClicks: 0,
  uniqueVisitors: 0,
  accessMethods: { qr: 0, direct: 0 },
  deviceTypes: {},
  operatingSystems: {},
  browsers: {},
  referrers: {},
  countries: {},
  dailyClicks: {},
  botClicks: 0,
};

test("a card lists the top five entries with their share of all clicks", () => {
  const counts = { a: 1, b: 50, c: 20, d: 0, e: 9, f: 9, g: 9, h: 2 };
  const shares = topShares(counts, 100, { toLabel: (key) => key.toUpperCase() });
  expect(shares.map(({ label, count, share }) => [label, count, formatShare(share)])).toEqual([
    ["B", 50, "50.0%"],
    ["C", 20, "20.0%"],
    ["E", 9, "9.0%"],
    ["F", 9, "9.0%"],
    ["G", 9, "9.0%"],
  ]);
});

test.each([
  [1, 3, "33.3%"],
  [2, 3, "66.7%"],
  [1, 1, "100.0%"],
  [0, 0, "0.0%"],
])("%i of %i is %s", (count, total, expected) => {
  const [entry] = accessShares({ ...NOTHING, totalClicks: total, accessMethods: { qr: count, direct: 0 } });
  expect(formatShare(entry!.share)).toBe(expected);
});

test("devices other than phones and tablets count as other", () => {
  const breakdown = { ...NOTHING, totalClicks: 10, deviceTypes: { mobile: 4, desktop: 3, Unknown: 2, tablet: 1 } };
  expect(deviceShares(breakdown).map(({ label, count }) => [label, count])).toEqual([
    ["Mobile", 4],
    ["Tablet", 1],
    ["Other", 5],
  ]);
});

test.each([
  ["DE", "Germany"],
  ["US", "United States"],
  ["XX", "XX"],
  ["Unknown", "Unknown"],
])("country %s is %s", (code, expected) => {
  expect(countryLabel(code)).toBe(expected);
});

test("days are sorted and independent of the time zone", () => {
  expect(daysOf({ "2026-11-21": 2, "2026-11-20": 1 })).toEqual([
    { date: "2026-11-20", count: 1 },
    { date: "2026-11-21", count: 2 },
  ]);
  expect(formatDay("2026-11-21")).toBe("Sat, Nov 21");
});
