import { readPageSearch, toAddress } from "@/components/data/address";
import { compareAddress } from "@/components/stats/compare-address";
import { DEFAULT_VIEW, statsAddress, toggleFilter, toStatsSearch, typeDay } from "@/components/stats/stats-address";
import type { StatFilter } from "@/lib/stats/types";

const country: StatFilter = { by: "country", value: "DE" };
const device: StatFilter = { by: "device", value: "mobile" };
const source: StatFilter = { by: "referrer", value: "news.example" };
const browser: StatFilter = { by: "browser", value: "Firefox" };

test.each([
  [DEFAULT_VIEW, "", "range=30d"],
  [{ ...DEFAULT_VIEW, range: "12m" as const }, "range=12m", "range=12m"],
  [
    { ...DEFAULT_VIEW, range: { from: "2026-10-01", to: "2026-10-31" }, interval: "week" as const },
    "from=2026-10-01&to=2026-10-31&interval=week",
    "from=2026-10-01&to=2026-10-31&interval=week",
  ],
  [
    { ...DEFAULT_VIEW, filters: [source, country] },
    "referrer=news.example&country=DE",
    "range=30d&filter=referrer%3Anews.example&filter=country%3ADE",
  ],
])("%j is kept in the address, and requested", (view, address, asked) => {
  expect(toAddress(statsAddress, view)).toBe(address);
  expect(readPageSearch(statsAddress, Object.fromEntries(new URLSearchParams(address)))).toEqual(view);
  expect(toStatsSearch(view)).toBe(asked);
});

test.each([
  [{ range: "century", interval: "second" }, DEFAULT_VIEW],
  [{ from: "2026-10-31", to: "2026-10-01" }, DEFAULT_VIEW],
  [{ from: "2026-02-30", to: "2026-03-01" }, DEFAULT_VIEW],
  [{ from: "2026-02-01" }, DEFAULT_VIEW],
  [{ from: "2000-01-01", to: "2020-01-01" }, DEFAULT_VIEW],
  [
    { range: "90d", interval: "hour" },
    { ...DEFAULT_VIEW, range: "90d" },
  ],
  [{ country: "a\0b", city: " ", hour: "24", weekday: "8", access: "x", os: "x".repeat(254) }, DEFAULT_VIEW],
])("ignores unknown values: %j", (search, view) => {
  expect(readPageSearch(statsAddress, search)).toEqual(view);
});

test("takes at most three filters, each on a different dimension", () => {
  const search = { referrer: "a", country: "DE", device: "mobile", os: "iOS" };
  expect(readPageSearch(statsAddress, search).filters.map(({ by }) => by)).toEqual(["referrer", "country", "device"]);
  const three = [source, country, device];
  expect(toggleFilter(three, browser)).toEqual(three);
  expect(toggleFilter(three, country)).toEqual([source, device]);
  const austria = { ...country, value: "AT" };
  expect(toggleFilter(three, austria)).toEqual([source, austria, device]);
  expect(toggleFilter([], browser)).toEqual([browser]);
});

test("compared links are in the address, five at most and each once", () => {
  const id = (n: number) => `01a1fc35-ee57-7452-bd1b-d61a028f974${n}`;
  const read = (ids: string) => readPageSearch(compareAddress, { ids }).ids;
  expect(read(`${id(1)},${id(2)},none,${id(1)}`)).toEqual([id(1), id(2)]);
  expect(read([1, 2, 3, 4, 5, 6].map(id).join(","))).toHaveLength(5);
  expect(read("")).toEqual([]);
  expect(toAddress(compareAddress, { ...DEFAULT_VIEW, ids: [id(1), id(2)] })).toBe(`ids=${id(1)}%2C${id(2)}`);
});

test("two dates are typed in either order, and change nothing until they are a range", () => {
  const november = { from: "2026-11-15", to: "2026-11-21" };
  const october = { from: "2026-10-01", to: "2026-10-31" };
  const last = typeDay(november, { to: october.to });
  expect(last.chosen).toBeNull();
  expect(typeDay(last.typed, { from: october.from }).chosen).toEqual(october);
  expect(typeDay(november, { from: october.from }).chosen).toEqual({ ...october, to: november.to });
  expect(typeDay(november, { from: "" }).typed).toEqual(november);
  // Longer than ten years.
  expect(typeDay(november, { from: "2000-01-01" }).chosen).toBeNull();
});
