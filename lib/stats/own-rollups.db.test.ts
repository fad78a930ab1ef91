import type { Actor } from "@/lib/actor";
import { deleteClicks, enrichedClick, store } from "@/lib/clicks/testing/clicks";
import { pool } from "@/lib/db/pool";
import { createUser } from "@/lib/db/testing/fixtures";
import { explain, type Plan, rowsRead } from "@/lib/db/testing/plans";
import { getSumStats } from "@/lib/stats/queries";
import { getSumTopUrls } from "@/lib/stats/top-urls";
import { awaitRoom } from "@/lib/testing/await-room";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

const DAY_MS = 86_400_000;
const LINKS = 3;
const DAYS = 20;

beforeEach(() => awaitRoom("day"));

const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

async function createLinks(actor: Actor): Promise<string[]> {
  const links: string[] = [];
  for (let index = 0; index < LINKS; index++) {
    links.push((await createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/" }))).id);
  }
  return links;
}

const daysRead = async (work: () => Promise<unknown>) =>
  (await explain("click_days", work)).reduce((rows, plan) => rows + rowsRead("click_days", plan), 0);

test("own statistics read a row per day, however many links there are, and count late clicks at once", async () => {
  await deleteClicks();
  const ada = await createUser({ urlLimit: LINKS });
  const links = await createLinks(ada);
  const [link = ""] = links;
  await store(links.flatMap((id) => Array.from({ length: DAYS }, (_, day) => enrichedClick(id, ago(day)))));
  const stats = () => getSumStats(ada, null, { range: "30d" });
  expect((await stats()).clicks).toBe(LINKS * DAYS);

  await store([enrichedClick(link, ago(0), { os: "Linux" })]);
  expect(await stats()).toMatchObject({
    clicks: LINKS * DAYS + 1,
    breakdowns: {
      os: [
        { name: "Unknown", clicks: LINKS * DAYS },
        { name: "Linux", clicks: 1 },
      ],
    },
  });
  // Totals, and today's names; names of past days are cached.
  expect(await daysRead(stats)).toBeLessThanOrEqual(DAYS + 1);

  await store([enrichedClick(link, ago(5))]);
  const after = await stats();
  expect(after.clicks).toBe(LINKS * DAYS + 2);
  expect(after.series.map(({ clicks }) => clicks).filter((clicks) => clicks > LINKS)).toHaveLength(2);
  expect(await getSumTopUrls(ada, null, { range: "30d", limit: 1 })).toMatchObject({
    totalClicks: LINKS * DAYS + 2,
    urls: [{ id: link, clickCount: DAYS + 2 }],
  });
  expect((await getSumStats(ada, null, { range: "all" })).from).toBe(ago(DAYS - 1).slice(0, 10));
  await store([enrichedClick(link, ago(DAYS + 9))]);
  expect((await getSumStats(ada, null, { range: "all" })).from).toBe(ago(DAYS + 9).slice(0, 10));
});

/** Plan nodes that look for rows of many links at once. */
const bitmaps = ({ Plans = [], ...plan }: Plan): Plan[] => [
  ...("Recheck Cond" in plan && plan["Relation Name"] === "click_days" ? [plan] : []),
  ...Plans.flatMap(bitmaps),
];

test("while days are due, rows are read link by link, and only from the first of these days on", async () => {
  await deleteClicks();
  const ada = await createUser({ urlLimit: LINKS });
  const links = await createLinks(ada);
  await store(links.flatMap((id) => Array.from({ length: DAYS }, (_, day) => enrichedClick(id, ago(day)))));
  await pool().query("INSERT INTO user_days_due VALUES (current_date - 1, now()), (current_date, now())");
  const ask = async () => {
    expect((await getSumStats(ada, null, { range: "all" })).clicks).toBe(LINKS * DAYS);
    expect((await getSumTopUrls(ada, null, { range: "30d", limit: 1 })).totalClicks).toBe(LINKS * DAYS);
  };
  const plans = await explain("user_days_due", ask);
  expect(plans.flatMap(bitmaps)).toEqual([]);
  // Rows of the user for all days, rows of links for the two days, and all rows of the most clicked links.
  for (const plan of plans) expect(rowsRead("click_days", plan)).toBeLessThanOrEqual(DAYS + 2 * LINKS + LINKS * DAYS);
  const [first, totals] = plans;
  for (const plan of [first, totals])
    expect(plan && rowsRead("click_days", plan)).toBeLessThanOrEqual(DAYS + 2 * LINKS);
  await pool().query("DELETE FROM user_days_due");
});
