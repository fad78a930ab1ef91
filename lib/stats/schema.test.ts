import { addDays } from "@/lib/days";
import { parseInput } from "@/lib/http/input";
import { DAYS_OR_RANGE, statsQuerySchema } from "@/lib/public-api/schema";
import { globalAnalyticsSchema } from "@/lib/stats/analytics-schema";
import {
  COMPARED_INVALID,
  compareSchema,
  FILTER_ACCESS_INVALID,
  FILTER_HOUR_INVALID,
  FILTER_INVALID,
  FILTER_TOO_LONG,
  FILTER_TWICE,
  FILTER_WEEKDAY_INVALID,
  FROM_DAY_INVALID,
  INTERVAL_INVALID,
  RANGE_BACKWARDS,
  RANGE_INVALID,
  RANGE_OR_DAYS,
  RANGE_TOO_LONG,
  statsSchema,
  TO_DAY_INVALID,
  TOO_MANY_FILTERS,
  toFilters,
} from "@/lib/stats/schema";
import { MAX_DAYS } from "@/lib/stats/types";

const UNSTORABLE = "Text contains characters that are not allowed";
const ID = "01a1fc3c-4b9f-767c-b92c-000000000000";

test.each<[object, string, string]>([
  [{ range: "1d" }, "range", RANGE_INVALID],
  [{ range: "" }, "range", RANGE_INVALID],
  [{ range: "7d", to: "2026-11-21" }, "range", RANGE_OR_DAYS],
  [{ from: "0000-01-01" }, "from", FROM_DAY_INVALID],
  [{ from: "1969-12-31" }, "from", FROM_DAY_INVALID],
  [{ from: "2026-02-30" }, "from", FROM_DAY_INVALID],
  [{ to: "12026-11-21" }, "to", TO_DAY_INVALID],
  [{ to: "2026-11-21T00:00:00Z" }, "to", TO_DAY_INVALID],
  [{ from: "2026-11-22", to: "2026-11-21" }, "from", RANGE_BACKWARDS],
  [{ from: "1970-01-01", to: "9999-12-31" }, "from", RANGE_TOO_LONG],
  [{ from: "2026-11-2\0" }, "from", FROM_DAY_INVALID],
  [{ interval: "minute" }, "interval", INTERVAL_INVALID],
  [{ filter: ["country"] }, "filter", FILTER_INVALID],
  [{ filter: ["country:"] }, "filter", FILTER_INVALID],
  [{ filter: [":DE"] }, "filter", FILTER_INVALID],
  [{ filter: [""] }, "filter", FILTER_INVALID],
  [{ filter: ["planet:Earth"] }, "filter", FILTER_INVALID],
  [{ filter: ["__proto__:x"] }, "filter", FILTER_INVALID],
  [{ filter: "country:DE" }, "filter", FILTER_INVALID],
  [{ filter: [`referrer:${"x".repeat(254)}`] }, "filter", FILTER_TOO_LONG],
  [{ filter: ["hour:9"] }, "filter", FILTER_HOUR_INVALID],
  [{ filter: ["hour:24"] }, "filter", FILTER_HOUR_INVALID],
  [{ filter: ["weekday:0"] }, "filter", FILTER_WEEKDAY_INVALID],
  [{ filter: ["access:QR"] }, "filter", FILTER_ACCESS_INVALID],
  [{ filter: ["country:DE", "country:AT"] }, "filter", FILTER_TWICE],
  [{ filter: ["country:DE", "country:DE"] }, "filter", FILTER_TWICE],
  [{ filter: ["country:DE", "os:iOS", "hour:09", "weekday:1"] }, "filter", TOO_MANY_FILTERS],
  [{ filter: ["country:\ud800"] }, "filter.0", UNSTORABLE],
  [{ filter: ["country:\0"] }, "filter.0", UNSTORABLE],
])("%j is refused, naming %s", (query, field, message) => {
  expect(() => parseInput(statsSchema, query)).toThrow(expect.objectContaining({ code: "invalid", field, message }));
});

test.each([
  undefined,
  "",
  ID.slice(1),
  `${ID},`,
  `${ID},${ID}`,
  `${ID},${ID.toUpperCase()}`,
  Array.from({ length: 6 }, (_, last) => `${ID.slice(0, -1)}${last}`).join(),
])("links %s cannot be compared", (ids) => {
  expect(() => parseInput(compareSchema, { ids })).toThrow(
    expect.objectContaining({ field: "ids", message: COMPARED_INVALID }),
  );
});

test.each([
  ["statistics", statsSchema],
  ["analytics", globalAnalyticsSchema],
])("%s accept the longest range, and none that is a day longer", (_what, schema) => {
  const days = { from: "2000-01-01", to: addDays("2000-01-01", MAX_DAYS - 1) };
  expect(parseInput(schema, days)).toMatchObject(days);
  const tooLong = { ...days, to: addDays(days.to, 1) };
  expect(() => parseInput(schema, tooLong)).toThrow(expect.objectContaining({ message: RANGE_TOO_LONG }));
});

test("API clients name either days or a range", () => {
  expect(() => parseInput(statsQuerySchema, { days: "7", range: "7d" })).toThrow(
    expect.objectContaining({ field: "days", message: DAYS_OR_RANGE }),
  );
  expect(statsQuerySchema.parse({ days: "7" })).toEqual({ days: 7 });
});

test("a filter's value begins after the first colon", () => {
  expect(toFilters(["referrer:app:news.example", "os:Mac OS"])).toEqual([
    { by: "referrer", value: "app:news.example" },
    { by: "os", value: "Mac OS" },
  ]);
});
