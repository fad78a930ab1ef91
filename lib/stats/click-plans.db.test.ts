import type { Actor } from "@/lib/actor";
import { deleteClicks, enrichedClick, store } from "@/lib/clicks/testing/clicks";
import { pool } from "@/lib/db/pool";
import { createUser } from "@/lib/db/testing/fixtures";
import { explain, type Plan, rowsRead } from "@/lib/db/testing/plans";
import { listClicks } from "@/lib/stats/clicks";
import { findFilterableFrom } from "@/lib/stats/filterable";
import { listClicksSchema } from "@/lib/stats/schema";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const DAYS = 75;
const CLICKS_A_DAY = 40;
const MONTHS = ["visits_2026_09", "visits_2026_10", "visits_2026_11"];
const RARE_DAYS = [3, 70];

let admin: Actor;
let url: string;

beforeAll(async () => {
  await deleteClicks();
  admin = await createUser({ role: "overall_admin" });
  url = (await createUrl(admin, createUrlSchema.parse({ originalUrl: "https://example.com/" }))).id;
  const clicks = Array.from({ length: DAYS * CLICKS_A_DAY }, (_, index) => {
    const day = Math.floor(index / CLICKS_A_DAY);
    const isRare = RARE_DAYS.includes(day) && index % CLICKS_A_DAY === 7;
    const at = new Date(NOW - day * 86_400_000 - (index % CLICKS_A_DAY) * 60_000).toISOString();
    return enrichedClick(url, at, { country: isRare ? "AT" : "DE" });
  });
  await store(clicks);
  await pool().query("ANALYZE visits");
});

const read = (plans: Plan[]) =>
  plans.map((plan) => MONTHS.reduce((rows, partition) => rows + rowsRead(partition, plan), 0));

const list = (query: object) => listClicks(admin, url, listClicksSchema.parse({ limit: "10", ...query }), NOW);

test("filtered clicks are read from the days that have some, however many days are requested", async () => {
  const query = { range: "all", filter: ["country:AT"] };
  expect(await list(query)).toMatchObject({ total: 2, items: [{ country: "AT" }, { country: "AT" }] });
  const plans = await explain("LATERAL", () => list(query));
  expect(read(plans)).toEqual([RARE_DAYS.length * CLICKS_A_DAY]);
});

test.each([
  ["all clicks", {}],
  ["a range", { range: "90d" }],
  ["a frequent value", { filter: ["country:DE"] }],
])("a page of %s is read in the order of the key, no further than it needs", async (_, query) => {
  const [rows = 0] = read(await explain("stored_clicks WHERE url_id", () => list(query))).slice(-1);
  expect(rows).toBeGreaterThan(10);
  // One row of each partition may be compared with those of the others.
  expect(rows).toBeLessThanOrEqual(11 + MONTHS.length);
});

test("the first stored click of a link comes from the key", async () => {
  const [rows = 0] = read(await explain("LIMIT 1", () => findFilterableFrom(url)));
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThanOrEqual(MONTHS.length);
});
