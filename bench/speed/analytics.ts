import { existsSync } from "node:fs";
import path from "node:path";
import { fillClicks } from "@/bench/fill/fill";
import { atEnd } from "@/bench/harness/clean-up";
import { type Database, insertSession, openPool } from "@/bench/harness/database";
import { type Instance, startEverything } from "@/bench/harness/product";
import { median, percentile } from "@/bench/harness/statistics";
import { timedCall } from "@/bench/harness/timed-call";
import { type Bench, type Measurement, measured } from "@/bench/speed/measurement";
import { ALL_LINKS } from "@/lib/clicks/click-days";
import { countUsers } from "@/lib/clicks/count-users";
import { migrate } from "@/lib/db/migrate";
import { inTransaction } from "@/lib/db/transaction";
import { paths } from "@/lib/paths";
import { startEmbeddedPostgres } from "@/server/postgres/embedded";

const FEW_CLICKS = 100_000;
const LINKS = 100_000;
const DAYS = 90;
/** Calls of each kind per round. */
const CALLS = 40;

/** Links created by the plain user, many more than may be active. */
const OWN_LINKS = 500;

type Filled = { database: Database; hop: Instance; cookies: Cookies; clicks: number; hot: string; cold: string };
/** Cookies of an overall_admin and of a plain user with OWN_LINKS. */
type Cookies = { admin: string; owner: string };
type Call = { what: string; target: (filled: Filled) => string; as?: keyof Cookies };

const CALLS_OF: Call[] = [
  ...["day", "week", "month", "all"].map((period) => ({
    what: `${paths.api.analyticsGlobal}?period=${period}`,
    target: () => `${paths.api.analyticsGlobal}?period=${period}`,
  })),
  {
    what: "the same, all time, of bots",
    target: () => `${paths.api.analyticsGlobal}?bots=only`,
  },
  {
    what: "the same, of the group with most links",
    target: () => `${paths.api.analyticsGlobal}?group=${GROUP_ID}`,
  },
  { what: "the same, of the most clicked link", target: ({ hot }) => `${paths.api.analyticsGlobal}?url=${hot}` },
  { what: "the same, of a rarely clicked link", target: ({ cold }) => `${paths.api.analyticsGlobal}?url=${cold}` },
  {
    what: "totals of the most clicked link",
    target: ({ hot }) => `${paths.api.urlStats(hot)}?range=all&interval=month&breakdowns=access`,
  },
  { what: "10 clicks of the most clicked link", target: ({ hot }) => `${paths.api.urlAnalytics(hot)}?limit=10` },
  {
    what: "CSV of the counts",
    target: () => `${paths.api.analyticsExport}?what=breakdown`,
  },
  { what: "changes to the most clicked link", target: ({ hot }) => paths.api.urlMarks(hot) },
  ...[paths.api.dashboardStats, paths.api.topUrls].flatMap((path) => [
    { what: path, target: () => path },
    { what: `${path} of a user with ${OWN_LINKS} links`, target: () => path, as: "owner" as const },
  ]),
  ...["day", "week", "month", "all"].map((period) => ({
    what: `${paths.api.analyticsTopUrls}?period=${period}`,
    target: () => `${paths.api.analyticsTopUrls}?period=${period}`,
  })),
  ...["today", "30d", "all"].map((range) => ({
    what: `statistics of the most clicked link, ${range}`,
    target: ({ hot }: Filled) => `${paths.api.urlStats(hot)}?range=${range}`,
  })),
  { what: "statistics of a rarely clicked link, 30d", target: ({ cold }) => paths.api.urlStats(cold) },
  {
    what: "comparison of both, 30d",
    target: ({ hot, cold }) => `${paths.api.compareUrls}?ids=${hot},${cold}`,
  },
  ...["30d", "all"].flatMap((range) => [
    {
      what: `statistics of the group with most links, ${range}`,
      target: () => `${paths.api.groupStats(GROUP_ID)}?range=${range}`,
    },
    { what: `its top links, ${range}`, target: () => `${paths.api.groupTopUrls(GROUP_ID)}?range=${range}` },
  ]),
  ...["today", "30d", "all"].map((range) => ({
    what: `statistics of a user's ${OWN_LINKS} links, ${range}`,
    target: () => `${paths.api.stats}?range=${range}`,
    as: "owner" as const,
  })),
  {
    what: `top links of a user with ${OWN_LINKS}, 30d`,
    target: () => `${paths.api.statsTopUrls}?range=30d`,
    as: "owner",
  },
];
const GROUP_ID = "01a1fc3c-4b9f-767c-b92c-000000000001";

/** A6: every call, with the clicks from `npm run bench:clicks` and with 100,000 of the same kind. */
export async function measureAnalytics(bench: Bench): Promise<Measurement[]> {
  const many = await start(bench, "many", await openMany(bench.clicksFolder));
  const few = await start(bench, "few", await fillFew(bench));
  const measurements: Measurement[] = [];
  const growths: number[] = [];
  for (const { what, target, as = "admin" } of CALLS_OF) {
    const ofMany: number[][] = [];
    const ofFew: number[][] = [];
    for (const filled of [many, few]) await timeCalls(filled, as, target(filled));
    for (let round = 0; round < bench.rounds; round++) {
      ofMany.push(await timeCalls(many, as, target(many)));
      ofFew.push(await timeCalls(few, as, target(few)));
    }
    const p95 = (rounds: number[][]) => rounds.map((times) => percentile(times, 0.95));
    const growth = median(ofMany.flat()) / median(ofFew.flat());
    growths.push(growth);
    measurements.push(
      measured({
        id: "A6",
        what: `${what}, ${many.clicks.toLocaleString("en")} clicks: p95`,
        unit: "ms",
        values: p95(ofMany),
        atMost: 50,
        note: `median ${median(ofMany.flat()).toFixed(1)} ms, ${growth.toFixed(2)} times that with ${few.clicks.toLocaleString("en")}`,
      }),
    );
  }
  await many.hop.stop();
  await few.hop.stop();
  const growth = measured({
    id: "A6",
    what: `the same: largest growth of a median from ${few.clicks.toLocaleString("en")} clicks`,
    unit: "x",
    values: [Math.max(...growths)],
    atMost: 1.5,
  });
  return [...measurements, growth];
}

/** Opens the database that `npm run bench:clicks` has filled. */
export async function openMany(folder: string): Promise<Database> {
  if (!existsSync(path.join(folder, "postgres"))) throw new Error("run npm run bench:clicks first");
  const postgres = await startEmbeddedPostgres(folder, { shared_buffers: "512MB" });
  atEnd(() => postgres.stop());
  await migrate(postgres.url);
  return { url: postgres.url, superuserUrl: postgres.superuserUrl, pool: openPool(postgres.url) };
}

async function fillFew({ server }: Bench): Promise<Database> {
  const database = await server.createDatabase();
  await fillClicks(database.pool, { clicks: FEW_CLICKS, links: LINKS, days: DAYS }, () => undefined);
  return database;
}

async function start(bench: Bench, name: string, database: Database): Promise<Filled> {
  await groupEveryOther(database);
  const owner = await insertSession(database, { ofPlainUserWith: 2 * OWN_LINKS });
  await countDaysOfUsers(database);
  const { rows } = await database.pool.query<{ clicks: string; hot: string; cold: string }>(
    `SELECT (SELECT sum(total) FROM click_days WHERE scope = 'all') AS clicks,
            (SELECT id FROM short_urls ORDER BY click_count DESC LIMIT 1) AS hot,
            (SELECT id FROM short_urls WHERE click_count > 0 ORDER BY click_count LIMIT 1) AS cold`,
  );
  const { clicks = "0", hot = "", cold = "" } = rows[0] ?? {};
  const hop = await startEverything({ dataDir: path.join(bench.folder, name), databaseUrl: database.url });
  return { database, hop, cookies: { admin: await insertSession(database), owner }, clicks: Number(clicks), hot, cold };
}

/** Puts half of the links into one group, with the days that the trigger for moved links would create. */
async function groupEveryOther({ pool }: Database): Promise<void> {
  const { rowCount } = await pool.query("SELECT FROM groups WHERE id = $1", [GROUP_ID]);
  if (rowCount) return;
  await pool.query("INSERT INTO groups (id, name, updated_at) VALUES ($1, 'Bench', now())", [GROUP_ID]);
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    // A hundred thousand single moves take minutes.
    await client.query("ALTER TABLE short_urls DISABLE TRIGGER short_urls_moved");
    await client.query(
      "UPDATE short_urls SET group_id = $1 FROM bench_links WHERE bench_links.id = short_urls.id AND n % 2 = 1",
      [GROUP_ID],
    );
    await client.query(
      `INSERT INTO click_days (scope, scope_id, day, is_bot, total, qr, visitors, counts)
       SELECT 'group', $1, day, is_bot, total, qr, visitors, coalesce(counts, '{}')
       FROM (SELECT day, is_bot, sum(total) AS total, sum(qr) AS qr, sum(visitors) AS visitors
             FROM click_days JOIN short_urls ON id = scope_id WHERE group_id = $1 GROUP BY 1, 2) AS totals
       LEFT JOIN (SELECT day, is_bot, json_object_agg(key, count) AS counts
                  FROM (SELECT day, is_bot, key, sum(value::bigint) AS count
                        FROM click_days JOIN short_urls ON id = scope_id, json_each_text(counts)
                        WHERE group_id = $1 GROUP BY 1, 2, 3) AS named
                  GROUP BY 1, 2) AS counted USING (day, is_bot)`,
      [GROUP_ID],
    );
    await client.query("ALTER TABLE short_urls ENABLE TRIGGER short_urls_moved");
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

/**
 * Counts the days of users: links have a new creator, which Hop never does, and the database may predate these counts.
 */
async function countDaysOfUsers({ pool }: Database): Promise<void> {
  await pool.query(
    `INSERT INTO user_days_due (day, marked_at) SELECT DISTINCT day, '-infinity'::timestamptz FROM click_days
     ON CONFLICT DO NOTHING`,
  );
  const { convert } = countUsers(0);
  while ((await inTransaction(pool, (client) => convert(client, { wasFinished: false }))) !== null);
  await pool.query("VACUUM (ANALYZE) click_days, user_days_due");
}

/** Milliseconds from each request to the end of its response; before each, today's rows are written as by a click. */
async function timeCalls(
  { database, hop, cookies, hot, cold }: Filled,
  as: keyof Cookies,
  target: string,
): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < CALLS; turn++) {
    await database.pool.query(
      `UPDATE click_days SET total = total
       WHERE scope_id IN (SELECT unnest($1::uuid[]) UNION SELECT user_id FROM sessions)
         AND day = (SELECT max(day) FROM click_days WHERE scope_id = $2)`,
      [[ALL_LINKS, GROUP_ID, hot, cold], ALL_LINKS],
    );
    times.push(await timedCall(hop.url + target, cookies[as]));
  }
  return times;
}
