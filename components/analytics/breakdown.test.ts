import {
  countryLabel,
  dayLabel,
  daysOf,
  daysUntilToday,
  deviceLabel,
  deviceValues,
  formatShare,
  shareOf,
  toValues,
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

test("counts are listed with the most frequent first, then by name", () => {
  expect(toValues({ a: 1, c: 9, b: 50, Other: 9 })).toEqual([
    { name: "b", clicks: 50 },
    { name: "Other", clicks: 9 },
    { name: "c", clicks: 9 },
    { name: "a", clicks: 1 },
  ]);
});

test.each([
  [1, 3, "33.3%"],
  [2, 3, "66.7%"],
  [1, 1, "100.0%"],
  [0, 0, "0.0%"],
])("%i of %i is %s", (count, total, expected) => {
  expect(formatShare(shareOf(count, total))).toBe(expected);
});

test("a device of another kind is not named like the rest of a list", () => {
  expect(deviceLabel("other")).toBe("TVs, consoles, wearables");
});

test("devices other than phones and tablets count as other", () => {
  const breakdown = { ...NOTHING, totalClicks: 10, deviceTypes: { mobile: 4, desktop: 3, Unknown: 2, tablet: 1 } };
  expect(deviceValues(breakdown).map(({ name, clicks }) => [name, clicks])).toEqual([
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

test("days are sorted, independent of the time zone, and the last one is unfinished", () => {
  expect(daysUntilToday({ "2026-11-21": 2, "2026-11-20": 1 })).toEqual([
    { date: "2026-11-20", count: 1, isUnfinished: false },
    { date: "2026-11-21", count: 2, isUnfinished: true },
  ]);
  expect(daysOf({ "2026-10-30": 1, "2026-10-31": 2 }, "2026-11-21").some(({ isUnfinished }) => isUnfinished)).toBe(
    false,
  );
  expect(daysUntilToday({ "2026-11-20": 1, "2026-11-21": 2 }).map(dayLabel)).toEqual([
    "Fri, Nov 20",
    "Sat, Nov 21, so far",
  ]);
});
