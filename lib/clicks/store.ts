import type { PoolClient } from "pg";
import type { EnrichedClick } from "@/lib/clicks/enrich";

/**
 * Writes clicks, their rollups and the links' counters, inside the caller's transaction. Bots are
 * stored and counted apart.
 */
export async function storeClicks(client: PoolClient, clicks: EnrichedClick[]): Promise<void> {
  if (clicks.length === 0) return;
  await ensurePartitions(client, clicks);
  const added = await insertClicks(client, clicks);
  await addToRollups(client, added);
  await addToCounters(client, added);
}

/** Asked each time: a partition that was made in a transaction goes with it when that is rolled back. */
async function ensurePartitions(client: PoolClient, clicks: EnrichedClick[]): Promise<void> {
  const months = new Set(clicks.map(({ at }) => `${new Date(at).toISOString().slice(0, 7)}-01T00:00:00Z`));
  await client.query("SELECT ensure_click_partition(month) FROM unnest($1::timestamptz[]) AS month", [[...months]]);
}

/** Gives those that were not there: what a spool holds that came back from a backup was stored already. */
async function insertClicks(client: PoolClient, clicks: EnrichedClick[]): Promise<EnrichedClick[]> {
  const { rows } = await client.query<[id: string]>({
    rowMode: "array",
    text: `
      INSERT INTO clicks (url_id, occurred_at, id, access_method, is_bot, ip_address, referer, user_agent,
                          device_type, os, browser, referrer_host, country, visitor_hash)
      SELECT url_id, to_timestamp(at / 1000.0), id, access_method::access_method, is_bot, ip, referer, user_agent,
             device_type, os, browser, referrer_host, country, visitor_hash
      FROM unnest($1::uuid[], $2::float8[], $3::uuid[], $4::text[], $5::boolean[], $6::text[], $7::text[], $8::text[],
                  $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[])
        AS click (url_id, at, id, access_method, is_bot, ip, referer, user_agent,
                  device_type, os, browser, referrer_host, country, visitor_hash)
      ON CONFLICT DO NOTHING
      RETURNING id`,
    values: [
      clicks.map((click) => click.urlId),
      clicks.map((click) => click.at),
      clicks.map((click) => click.id),
      clicks.map((click) => click.accessMethod),
      clicks.map((click) => click.isBot),
      clicks.map((click) => click.ip),
      clicks.map((click) => click.referer),
      clicks.map((click) => click.userAgent),
      clicks.map((click) => click.deviceType),
      clicks.map((click) => click.os),
      clicks.map((click) => click.browser),
      clicks.map((click) => click.referrerHost),
      clicks.map((click) => click.country),
      clicks.map((click) => click.visitorHash),
    ],
  });
  if (rows.length === clicks.length) return clicks;
  const added = new Set(rows.map(([id]) => id));
  return clicks.filter(({ id }) => added.has(id));
}

type Tally = { urlId: string; day: string; dimension: string; value: string; count: number };

async function addToRollups(client: PoolClient, clicks: EnrichedClick[]): Promise<void> {
  const tallies = new Map<string, Tally>();
  for (const click of clicks) {
    const day = new Date(click.at).toISOString().slice(0, 10);
    for (const [dimension, value] of dimensionsOf(click)) {
      const key = `${click.urlId} ${day} ${dimension} ${value}`;
      const tally = tallies.get(key) ?? { urlId: click.urlId, day, dimension, value, count: 0 };
      tally.count += 1;
      tallies.set(key, tally);
    }
  }
  // In the order of the key, so that two drains never wait for each other in a circle.
  const rows = [...tallies].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tally]) => tally);
  await client.query(
    `INSERT INTO click_rollups (url_id, day, dimension, value, count)
     SELECT * FROM unnest($1::uuid[], $2::date[], $3::text[], $4::text[], $5::bigint[])
     ON CONFLICT (url_id, day, dimension, value) DO UPDATE SET count = click_rollups.count + excluded.count`,
    [
      rows.map((row) => row.urlId),
      rows.map((row) => row.day),
      rows.map((row) => row.dimension),
      rows.map((row) => row.value),
      rows.map((row) => row.count),
    ],
  );
}

function dimensionsOf(click: EnrichedClick): [dimension: string, value: string][] {
  if (click.isBot) return [["bot", ""]];
  return [
    ["total", ""],
    ["access_method", click.accessMethod],
  ];
}

async function addToCounters(client: PoolClient, clicks: EnrichedClick[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { urlId, isBot } of clicks) if (!isBot) counts.set(urlId, (counts.get(urlId) ?? 0) + 1);
  const ids = [...counts.keys()].sort();
  if (ids.length === 0) return;
  await client.query(
    `UPDATE short_urls SET click_count = click_count + added.count
     FROM unnest($1::uuid[], $2::bigint[]) AS added (id, count)
     WHERE short_urls.id = added.id`,
    [ids, ids.map((id) => counts.get(id))],
  );
}
