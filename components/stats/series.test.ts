import { withVisitors } from "@/components/stats/hourly-visitors";
import { hasBegun, intervalsFor, linesOf, marksByStart, tickLabel, toPoints } from "@/components/stats/series";
import type { Interval, Stats, UrlMark } from "@/lib/stats/types";

const NOW = Date.parse("2026-11-22T14:30:00Z");

type RangeSeries = Pick<Stats, "series" | "interval" | "timeZone" | "from" | "to">;

function series(interval: Interval, starts: string[], to = "2026-11-22"): RangeSeries {
  const items = starts.map((start, index) => ({ start, clicks: index + 1, visitors: 1, before: 0 }));
  return { series: items, interval, timeZone: "Europe/Vienna", from: starts[0]?.slice(0, 10) ?? "", to };
}

test.each([
  ["day", ["2026-11-20", "2026-11-21", "2026-11-22"], "Nov 22, 2026, so far"],
  ["week", ["2026-11-02", "2026-11-09", "2026-11-16"], "Week of Nov 16, 2026, so far"],
  ["month", ["2026-09-01", "2026-10-01", "2026-11-01"], "November 2026, so far"],
  [
    "hour",
    ["2026-11-22T13:00+01:00", "2026-11-22T14:00+01:00", "2026-11-22T15:00+01:00"],
    "Nov 22, 2026, 15:00, so far",
  ],
] as const)("by %s, the line to the unfinished interval is dashed", (interval, starts, label) => {
  const points = toPoints(series(interval, [...starts]), NOW);
  expect(points.map(({ finished, unfinished }) => [finished, unfinished])).toEqual([
    [1, null],
    [2, 2],
    [null, 3],
  ]);
  expect(points.at(-1)?.label).toContain(label);
});

test("future hours have no line, and past days are all finished", () => {
  const shown = series("hour", ["2026-11-22T15:00+01:00", "2026-11-22T16:00+01:00"]);
  const hours = toPoints({ ...shown, series: shown.series.map((item) => ({ ...item, clicks: 0 })) }, NOW);
  expect(hours.map(hasBegun)).toEqual([true, false]);
  expect(hours[1]?.visitors).toBeNull();
  const past = toPoints(series("day", ["2026-10-01", "2026-10-02"]), NOW);
  expect(past.every(({ unfinished }) => unfinished === null)).toBe(true);
});

test.each([
  [
    "month",
    ["2026-10-01", "2026-11-01"],
    { from: "2026-10-01", to: "2026-11-21" },
    ["October 2026", "Nov 1 – Nov 21, 2026"],
  ],
  [
    "month",
    ["2026-10-01", "2026-11-01"],
    { from: "2026-10-31", to: "2026-11-30" },
    ["Oct 31, 2026", "November 2026, so far"],
  ],
  [
    "week",
    ["2026-11-09", "2026-11-16"],
    { from: "2026-11-09", to: "2026-11-21" },
    ["Week of Nov 9, 2026", "Nov 16 – Nov 21, 2026"],
  ],
  [
    "week",
    ["2026-11-09", "2026-11-16"],
    { from: "2026-11-12", to: "2026-11-22" },
    ["Nov 12 – Nov 15, 2026", "Week of Nov 16, 2026, so far"],
  ],
  ["week", ["2026-11-16"], { from: "2026-11-18", to: "2026-11-22" }, ["Nov 18 – Nov 22, 2026, so far"]],
  ["week", ["2026-12-28"], { from: "2026-12-30", to: "2027-01-01" }, ["Dec 30, 2026 – Jan 1, 2027"]],
] as const)(
  "a %s of %j in the range %j is labelled with the days that it has there: %j",
  (interval, starts, range, labels) => {
    const points = toPoints({ ...series(interval, [...starts]), ...range }, NOW);
    expect(points.map(({ label }) => label)).toEqual(labels);
    expect(points.map(({ finished }) => finished === null)).toEqual(labels.map((label) => label.endsWith("so far")));
  },
);

test("the axis begins with the first day of the range", () => {
  expect(tickLabel("2026-10-26", "week", "2026-10-29")).toBe("Oct 29");
  expect(tickLabel("2026-11-02", "week", "2026-10-29")).toBe("Nov 2");
  expect(tickLabel("2026-10-01", "month", "2026-10-29")).toBe("Oct 26");
});

test("hours with clicks have begun, and those before are over, even if the browser's clock is two hours slow", () => {
  const hours = ["13", "14", "15", "16", "17", "18"].map((hour) => `2026-11-22T${hour}:00+01:00`);
  const shown = series("hour", hours);
  const clicks = [1, 2, 3, 0, 4, 0];
  const items = shown.series.map((item, index) => ({ ...item, clicks: clicks[index] ?? 0 }));
  const points = toPoints({ ...shown, series: items }, NOW);
  expect(points.map(({ finished }) => finished)).toEqual([1, 2, 3, 0, 4, null]);
  expect(points.map(hasBegun)).toEqual([true, true, true, true, true, false]);
});

test.each([
  ["a comparison", { before: 5 }, { visitors: true, before: true, unfinished: true }],
  ["no clicks before", { before: 0 }, { visitors: true, before: false, unfinished: true }],
  ["no period before", { before: null }, { visitors: true, before: false, unfinished: true }],
  ["no visitors", { visitors: null, before: 5 }, { visitors: false, before: true, unfinished: true }],
])("with %s, the chart has its lines", (_what, counts, lines) => {
  const shown = series("day", ["2026-11-21", "2026-11-22"]);
  const points = toPoints({ ...shown, series: shown.series.map((item) => ({ ...item, ...counts })) }, NOW);
  expect(linesOf(points)).toEqual(lines);
  expect(linesOf(points.slice(0, 1))).toMatchObject({ visitors: false, before: false });
  expect(linesOf(toPoints(series("day", ["2026-10-01", "2026-10-02"]), NOW)).unfinished).toBe(false);
});

test("the installation's day counts, not the browser's", () => {
  // Past midnight in Vienna, not yet in UTC.
  const points = toPoints(
    series("day", ["2026-11-22", "2026-11-23"], "2026-11-23"),
    Date.parse("2026-11-22T23:30:00Z"),
  );
  expect(points.map(({ finished }) => finished === null)).toEqual([false, true]);
});

test("a change to the link is marked at its interval", () => {
  const mark = (at: string): UrlMark => ({ id: at, at, kind: "paused", destination: null });
  const marks = [mark("2026-11-20T23:30:00Z"), mark("2026-11-21T08:00:00Z"), mark("2026-11-01T08:00:00Z")];
  const found = marksByStart(series("day", ["2026-11-20", "2026-11-21", "2026-11-22"]), marks);
  expect([...found].map(([start, { length }]) => [start, length])).toEqual([["2026-11-21", 2]]);
});

test.each([
  ["2026-11-22", "2026-11-22", true, ["hour"]],
  ["2026-11-16", "2026-11-22", true, ["hour", "day"]],
  ["2026-11-16", "2026-11-22", false, ["day"]],
  ["2026-10-24", "2026-11-22", true, ["hour", "day", "week"]],
  ["2026-01-01", "2026-11-22", true, ["day", "week", "month"]],
  ["2020-01-01", "2026-11-22", true, ["week", "month"]],
  // 14, 15, 31, 32, 60, 61, 400 and 401 days.
  ["2026-01-01", "2026-01-14", true, ["hour", "day"]],
  ["2026-01-01", "2026-01-15", true, ["hour", "day", "week"]],
  ["2026-01-01", "2026-01-31", true, ["hour", "day", "week"]],
  ["2026-01-01", "2026-02-01", true, ["day", "week"]],
  ["2026-01-01", "2026-03-01", true, ["day", "week"]],
  ["2026-01-01", "2026-03-02", true, ["day", "week", "month"]],
  ["2026-01-01", "2027-02-04", true, ["day", "week", "month"]],
  ["2026-01-01", "2027-02-05", true, ["week", "month"]],
])("%s to %s can be shown by %s %j", (from, to, hours, intervals) => {
  expect(intervalsFor({ from, to }, { hours })).toEqual(intervals);
});

test("unique visitors that arrive later are added to their hours only", () => {
  const unknown = (start: string) => ({ start, clicks: 3, visitors: null, before: 0 });
  const [nine, ten] = ["2026-11-22T09:00+01:00", "2026-11-22T10:00+01:00"];
  const stats = { interval: "hour", series: [unknown(nine), unknown(ten)] } as Stats;
  const later = { interval: "hour", series: [{ ...unknown(ten), clicks: 2, visitors: 2 }] } as Stats;
  expect(withVisitors(stats, later).series).toEqual([unknown(nine), { ...unknown(ten), visitors: 2 }]);
  expect(withVisitors(stats, undefined)).toBe(stats);
});
