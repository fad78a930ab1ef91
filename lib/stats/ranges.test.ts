import { env } from "@/lib/env";
import { hoursOfDay } from "@/lib/stats/hours";
import { intervalFor, type RangeQuery, resolvePeriod, startOfInterval, weekdayOf } from "@/lib/stats/ranges";
import { HOURS_TOO_LONG } from "@/lib/stats/schema";

const NOW = Date.parse("2028-02-29T23:30:00Z");

const resolve = (query: RangeQuery, first: string | null = "2028-01-10") =>
  resolvePeriod(query, async () => first, NOW);

beforeEach(() => Object.assign(env(), { TIME_ZONE: "UTC" }));

test.each<[RangeQuery, string, string, string | null]>([
  [{}, "2028-01-31", "2028-02-29", "2028-01-01"],
  [{ range: "today" }, "2028-02-29", "2028-02-29", "2028-02-28"],
  [{ range: "7d" }, "2028-02-23", "2028-02-29", "2028-02-16"],
  [{ range: "90d" }, "2027-12-02", "2028-02-29", "2027-09-03"],
  [{ range: "12m" }, "2027-03-01", "2028-02-29", "2026-02-28"],
  [{ range: "all" }, "2028-01-10", "2028-02-29", null],
  [{ from: "2028-02-01", to: "2028-02-10" }, "2028-02-01", "2028-02-10", "2028-01-22"],
  [{ from: "2028-02-01" }, "2028-02-01", "2028-02-29", "2028-01-03"],
  [{ from: "2028-03-05" }, "2028-03-05", "2028-03-05", "2028-03-04"],
  [{ to: "2028-01-31" }, "2028-01-10", "2028-01-31", null],
  [{ to: "2027-01-31" }, "2027-01-31", "2027-01-31", null],
])("%j is %s to %s, after a period from %s", async (query, from, to, before) => {
  const period = await resolve(query);
  expect([period.range, period.before?.from ?? null]).toEqual([{ from, to }, before]);
});

test("ranges end today in the installation's time zone, and are at most ten years long", async () => {
  Object.assign(env(), { TIME_ZONE: "Asia/Kathmandu" });
  expect((await resolve({ range: "today" })).range).toEqual({ from: "2028-03-01", to: "2028-03-01" });
  expect((await resolve({ range: "all" }, "1999-01-01")).range.from).toBe("2018-02-23");
  expect((await resolve({ range: "all" }, null)).range.from).toBe("2028-03-01");
  expect((await resolve({ from: "1970-01-01" })).range.from).toBe("2018-02-23");
});

test("the default interval suits the length, and hours are for a month", () => {
  const until = (to: string) => intervalFor({ from: "2027-01-01", to }, undefined);
  expect(
    ["2027-01-02", "2027-01-03", "2027-04-02", "2027-04-03", "2028-02-04", "2028-02-05"].map((to) => until(to)),
  ).toEqual(["hour", "day", "day", "week", "week", "month"]);
  expect(intervalFor({ from: "2027-01-01", to: "2027-01-31" }, "hour")).toBe("hour");
  expect(() => intervalFor({ from: "2027-01-01", to: "2027-02-01" }, "hour")).toThrow(HOURS_TOO_LONG);
});

test("weeks begin on Monday, months on their first", () => {
  const days = ["2028-02-27", "2028-02-28", "2028-03-05"];
  expect(days.map((day) => startOfInterval(day, "week"))).toEqual(["2028-02-21", "2028-02-28", "2028-02-28"]);
  expect(days.map((day) => startOfInterval(day, "month"))).toEqual(["2028-02-01", "2028-02-01", "2028-03-01"]);
  expect(days.map((day) => weekdayOf(day))).toEqual([7, 1, 7]);
});

describe("hours of a day", () => {
  const startsOf = (day: string, zone: string) => hoursOfDay(day, zone).map(({ start }) => start);

  test.each([
    ["2026-11-22", "Asia/Kathmandu", 24, "2026-11-22T00:00+05:45", "2026-11-22T23:00+05:45"],
    ["2026-11-22", "America/St_Johns", 24, "2026-11-22T00:00-03:30", "2026-11-22T23:00-03:30"],
    ["2026-03-29", "Europe/Vienna", 23, "2026-03-29T00:00+01:00", "2026-03-29T23:00+02:00"],
    ["2026-10-25", "Europe/Vienna", 24, "2026-10-25T00:00+02:00", "2026-10-25T23:00+01:00"],
    // The clocks skip midnight.
    ["2026-04-24", "Africa/Cairo", 23, "2026-04-24T01:00+03:00", "2026-04-24T23:00+03:00"],
  ])("of %s in %s are %i", (day, zone, count, first, last) => {
    const starts = startsOf(day, zone);
    expect([starts.length, starts[0], starts.at(-1)]).toEqual([count, first, last]);
  });

  test("repeated by DST are listed once; skipped hours are omitted", () => {
    expect(startsOf("2026-10-25", "Europe/Vienna").slice(1, 4)).toEqual([
      "2026-10-25T01:00+02:00",
      "2026-10-25T02:00+02:00",
      "2026-10-25T03:00+01:00",
    ]);
    expect(startsOf("2026-03-29", "Europe/Vienna").slice(1, 3)).toEqual([
      "2026-03-29T01:00+01:00",
      "2026-03-29T03:00+02:00",
    ]);
    // Clocks change by half an hour, so this hour starts at half past.
    expect(startsOf("2026-10-04", "Australia/Lord_Howe").slice(1, 4)).toEqual([
      "2026-10-04T01:00+10:30",
      "2026-10-04T02:00+11:00",
      "2026-10-04T03:00+11:00",
    ]);
    // Samoa skipped this day.
    expect(startsOf("2011-12-30", "Pacific/Apia")).toEqual([]);
  });
});
