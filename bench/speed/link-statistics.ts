import path from "node:path";
import { fillClicks } from "@/bench/fill/fill";
import { insertSession } from "@/bench/harness/database";
import { startEverything } from "@/bench/harness/product";
import { percentile } from "@/bench/harness/statistics";
import { timedCall } from "@/bench/harness/timed-call";
import { openMany } from "@/bench/speed/analytics";
import { type Bench, type Measurement, measured } from "@/bench/speed/measurement";
import { paths } from "@/lib/paths";

const CLICKS = 1_000_000;
const DAYS = 90;
const CALLS = 40;
const FILTERS = [
  "country:DE",
  "device:mobile",
  "referrer:Direct",
  "browser:Firefox",
  "access:qr",
  "hour:09",
  "weekday:1",
  "os:iOS",
];

/** A17: statistics of the only link of a database, each filtered by one value; and a week by hour, with visitors. */
export async function measureFiltered({ server, folder, rounds }: Bench): Promise<Measurement[]> {
  const database = await server.createDatabase();
  await fillClicks(database.pool, { clicks: CLICKS, links: 1, days: DAYS }, () => undefined);
  const { rows } = await database.pool.query<{ id: string }>("SELECT id FROM short_urls");
  const hop = await startEverything({ dataDir: path.join(folder, "filtered"), databaseUrl: database.url });
  const cookie = await insertSession(database);
  const ask = (query: string) => timedCall(`${hop.url}${paths.api.urlStats(rows[0]?.id ?? "")}?${query}`, cookie);
  const time = async (query: string) => {
    // Updates the row as a click would.
    await database.pool.query("UPDATE click_days SET total = total WHERE day = (SELECT max(day) FROM click_days)");
    return ask(query);
  };
  const measure = async (queryOf: (call: number) => string) => {
    const values: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const times: number[] = [];
      for (let call = 0; call < CALLS; call++) times.push(await time(queryOf(call)));
      values.push(percentile(times, 0.95));
    }
    return values;
  };
  // Reads all clicks into memory.
  await ask("range=all&filter=country:DE");
  const filtered = await measure((call) => `range=all&filter=${FILTERS[call % FILTERS.length]}`);
  const hourly = await measure(() => "range=7d&interval=hour&hourlyVisitors=true");
  const first: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // The clicks of a day whose counts were written are read again.
    await database.pool.query("UPDATE click_days SET total = total");
    first.push(await ask("range=all&filter=country:DE"));
  }
  await hop.stop();
  const what = "statistics of a link with 1,000,000 clicks, filtered by one value: p95";
  const cold = "the same, the first question, which reads all clicks from the database";
  return [
    measured({ id: "A17", what, unit: "ms", values: filtered, atMost: 300, note: "its clicks are in memory" }),
    measured({ id: "A17", what: cold, unit: "ms", values: first, atMost: 300 }),
    measured({ id: "A17", what: "its last week by hour, with visitors: p95", unit: "ms", values: hourly, atMost: 300 }),
  ];
}

/** A13: bytes of the tables of clicks and of what they refer to, with their indexes. */
export async function measureStorage({ clicksFolder }: Bench): Promise<Measurement[]> {
  const { pool } = await openMany(clicksFolder);
  const { rows } = await pool.query<{ bytes: string; shared: string; clicks: string }>(
    `SELECT (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('visits') WHERE isleaf) AS bytes,
            pg_total_relation_size('user_agents') + pg_total_relation_size('referrers')
              + pg_total_relation_size('places') AS shared,
            (SELECT count(*) FROM visits) AS clicks`,
  );
  const { bytes = 0, shared = 0, clicks = 0 } = rows[0] ?? {};
  const perClick = (Number(bytes) + Number(shared)) / Number(clicks);
  const what = "disk per stored click, table and indexes";
  const note = `${Number(clicks).toLocaleString("en")} clicks; user agents, referrers and places: ${Math.round(Number(shared) / 1e6)} MB of it`;
  return [measured({ id: "A13", what, unit: "bytes", values: [perClick], atMost: 200, note })];
}
