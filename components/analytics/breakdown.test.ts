import {
  accessShares,
  countryLabel,
  dayLabel,
  daysOf,
  daysUntilToday,
  deviceLabel,
  deviceShares,
  findShares,
  formatShare,
  linkShares,
  type Share,
  TOP_ENTRIES,
  toShares,
  withOther,
} from "@/components/analytics/breakdown";
import type { Breakdown, TopUrl } from "@/lib/analytics/types";

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

const rows = (shares: readonly Share[]) => shares.map(({ label, count, share }) => [label, count, formatShare(share)]);

test("entries are listed by count, with their share of all clicks, and what they leave out as Other", () => {
  const counts = { a: 1, b: 50, c: 20, d: 0, e: 9, f: 9, g: 9, h: 2 };
  const shares = toShares(counts, 100, (key) => key.toUpperCase());
  expect(rows(withOther(shares, 100))).toEqual(rows(shares));
  expect(rows(shares.slice(-2))).toEqual([
    ["H", 2, "2.0%"],
    ["A", 1, "1.0%"],
  ]);
  expect(rows(withOther(shares.slice(0, TOP_ENTRIES), 100))).toEqual([
    ["B", 50, "50.0%"],
    ["C", 20, "20.0%"],
    ["E", 9, "9.0%"],
    ["F", 9, "9.0%"],
    ["G", 9, "9.0%"],
    ["Other", 3, "3.0%"],
  ]);
});

test("values that the server does not list are part of Other, and a value of that name is not", () => {
  const shares = withOther(toShares({ Other: 60, other: 20, Unknown: 15, rest: 4 }, 100), 100);
  expect(rows(shares)).toEqual([
    ["other", 20, "20.0%"],
    ["Unknown", 15, "15.0%"],
    ["rest", 4, "4.0%"],
    ["Other", 61, "61.0%"],
  ]);
  expect(shares.map(({ isOther = false }) => isOther)).toEqual([false, false, false, true]);
  expect(new Set(shares.map(({ key }) => key)).size).toBe(4);
  expect(rows(toShares({ other: 1 }, 1, deviceLabel))).toEqual([["TVs, consoles, wearables", 1, "100.0%"]]);
});

test("links are found by short code or destination, in any case", () => {
  const link = (id: string, shortCode: string, originalUrl: string): TopUrl => ({
    ...{ id, shortCode, originalUrl, shortUrl: `https://s.example/${shortCode}` },
    ...{ status: "active", createdAt: "2026-11-21T00:00:00Z", clickCount: 2 },
  });
  const urls = [link("1", "Spring", "https://example.com/"), link("2", "b", "https://example.org/Spring")];
  const shares = linkShares({ totalClicks: 5, urls });
  const found = (text: string) => findShares(shares, text).map(({ key }) => key);
  expect([found(" sPRING "), found("example.org"), found("nothing"), found("")]).toEqual([
    ["1", "2"],
    ["2"],
    [],
    ["1", "2"],
  ]);
  expect(rows(withOther(shares, 5))).toEqual([
    ["Spring", 2, "40.0%"],
    ["b", 2, "40.0%"],
    ["Other", 1, "20.0%"],
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
