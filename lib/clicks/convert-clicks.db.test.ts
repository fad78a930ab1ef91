import { setTimeout as sleep } from "node:timers/promises";
import { convertClicks } from "@/lib/clicks/convert-clicks";
import { deleteClicksByAddress } from "@/lib/clicks/delete-by-address";
import { rebuildRollups } from "@/lib/clicks/rebuild-rollups";
import { enrichedClick, store } from "@/lib/clicks/testing/clicks";
import { MAX_NEW_ROWS } from "@/lib/clicks/value-tables";
import {
  type BackgroundMigration,
  readMigrationProgress,
  runBackgroundMigrations,
} from "@/lib/db/background-migrations";
import { pool } from "@/lib/db/pool";
import { queryRows, sql } from "@/lib/db/sql";
import { createUser } from "@/lib/db/testing/fixtures";
import { inTransaction } from "@/lib/db/transaction";
import { exportSchema } from "@/lib/stats/analytics-schema";
import { exportCsv } from "@/lib/stats/click-export";
import { listClicks } from "@/lib/stats/clicks";
import { countRaw } from "@/lib/stats/raw-counts";
import { listClicksSchema } from "@/lib/stats/schema";
import type { StatFilter } from "@/lib/stats/types";
import { awaitRoom } from "@/lib/testing/await-room";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

const ROWS = 300;

let admin: Awaited<ReturnType<typeof createUser>>;
let links: string[];

/** Stores clicks as the previous version does: over three months, some at the same moment. */
async function insertAsBefore(count: number, from = "2026-08-01T00:00:00Z"): Promise<void> {
  await pool().query(
    "SELECT ensure_click_partition($1::timestamptz + month * interval '1 month') FROM generate_series(0, 3) AS month",
    [from],
  );
  await pool().query(
    `INSERT INTO clicks (url_id, occurred_at, id, access_method, is_bot, ip_address, referer, user_agent, device_type,
                         os, browser, referrer_host, country, visitor_hash)
     SELECT ($3::uuid[])[1 + n % 2], $2::timestamptz + n / 3 * interval '13 hours', gen_random_uuid(),
            (CASE WHEN n % 4 = 0 THEN 'qr' ELSE 'direct' END)::access_method, n % 10 = 0, '192.0.2.' || n % 20,
            CASE WHEN n % 3 = 0 THEN 'https://site-' || n % 7 || '.example/' END, 'Agent ' || n % 9,
            CASE WHEN n % 10 > 0 THEN 'mobile' END, CASE WHEN n % 5 = 0 THEN 'Other' ELSE 'iOS' END, NULL,
            CASE WHEN n % 3 = 0 THEN 'site-' || n % 7 || '.example' END, (ARRAY['DE', NULL, 'AT'])[1 + n % 3],
            CASE WHEN n % 10 > 0 THEN translate(left(encode(sha256((n % 20)::text::bytea), 'base64'), 22), '+/', '-_') END
     FROM generate_series(0, $1::int - 1) AS n`,
    [count, from, links],
  );
}

/** Everything that readers see of stored clicks. */
async function read() {
  const range = exportSchema.parse({ from: "2026-08-01", to: "2027-01-31" });
  const csv = async (url?: string) => {
    // A user may run one download at a time, and the server notices only after a while that one has ended.
    const reader = await createUser({ role: "overall_admin" });
    const { content } = await exportCsv(reader, { ...range, ...(url && { url }) });
    return (await content.setEncoding("utf8").toArray()).join("");
  };
  const pages = await Promise.all(
    links.map((link) => listClicks(admin, link, listClicksSchema.parse({ limit: "500", bots: "include" }))),
  );
  return {
    rows: await queryRows(pool(), sql`SELECT * FROM stored_clicks ORDER BY url_id, occurred_at, id`),
    pages: pages.map(({ items }) => items),
    csv: [await csv(), await csv(links[0])],
  };
}

const countIn = async (table: "clicks" | "visits") => {
  const { rows } = await pool().query<{ count: number }>(`SELECT count(*)::int FROM ${table}`);
  return rows[0]?.count ?? 0;
};

/** Converts until nothing is left, or for some steps. */
async function convert(migration: BackgroundMigration, steps = Number.POSITIVE_INFINITY): Promise<void> {
  const stopping = new AbortController();
  let step = 0;
  const counted: BackgroundMigration = {
    ...migration,
    convert: async (...args) => {
      const converted = await migration.convert(...args);
      if (++step >= steps || converted === null) stopping.abort();
      return converted;
    },
  };
  await runBackgroundMigrations(pool(), [counted], stopping.signal, { minPauseMs: 0 });
}

async function counts() {
  return queryRows(
    pool(),
    sql`SELECT scope_id, day::text, is_bot, total, qr, visitors, counts::jsonb FROM click_days
        ORDER BY scope_id, day, is_bot`,
  );
}

/** Filtered statistics of each link. Rebuilt days are read again. */
async function statistics() {
  await rebuildRollups(pool());
  const range = { from: "2026-08-01", to: "2027-01-31" };
  const filters: StatFilter[][] = [[], [{ by: "country", value: "DE" }], [{ by: "os", value: "Other" }]];
  const asked = links.flatMap((urlId) => filters.map((one) => ({ urlId, range, filters: one, byHour: true })));
  return Promise.all(asked.map(countRaw));
}

beforeAll(async () => {
  admin = await createUser({ role: "overall_admin" });
});

beforeEach(async () => {
  await pool().query(
    "DELETE FROM visits; DELETE FROM clicks; DELETE FROM click_days; DELETE FROM background_migrations",
  );
  const create = () => createUrl(admin, createUrlSchema.parse({ originalUrl: "https://example.com/" }));
  links = [(await create()).id, (await create()).id];
  await insertAsBefore(ROWS);
  await rebuildRollups(pool());
});

test("readers see the same before, in the middle and after, and rebuilding counts the same", async () => {
  const [before, counted, told] = [await read(), await counts(), await statistics()];
  expect(before.rows).toHaveLength(ROWS);
  await convert(convertClicks(pool(), 40), 3);
  expect(await countIn("visits")).toBe(120);
  expect(await read()).toEqual(before);
  expect(await statistics()).toEqual(told);
  expect(await counts()).toEqual(counted);

  await convert(convertClicks(pool(), 40));
  expect(await countIn("visits")).toBe(ROWS);
  expect(await read()).toEqual(before);
  expect(await statistics()).toEqual(told);
  expect(await counts()).toEqual(counted);
  expect(await readMigrationProgress(pool())).toMatchObject([{ done: ROWS, finishedAt: expect.any(Date) }]);
  // A second pass also drops the partitions of this month and later, since nothing was added.
  await convert(convertClicks(pool()));
  const partitions = await queryRows(pool(), sql`SELECT FROM pg_inherits WHERE inhparent = 'clicks'::regclass`);
  expect(partitions).toEqual([]);
});

test("all texts are kept, however many are new today, and leave room for those of new clicks", async () => {
  await awaitRoom("day");
  await pool().query(
    `WITH old AS (SELECT url_id, occurred_at, id, row_number() OVER () AS n FROM clicks)
     UPDATE clicks SET user_agent = 'Old agent ' || n, referer = 'https://old.example/' || n FROM old
     WHERE clicks.url_id = old.url_id AND clicks.occurred_at = old.occurred_at AND clicks.id = old.id`,
  );
  await pool().query(
    `INSERT INTO user_agents (digest, last_month, user_agent)
     SELECT gen_random_uuid(), now(), 'Flood ' || n FROM generate_series(1, $1::int) AS n`,
    [MAX_NEW_ROWS],
  );
  const countNew = () =>
    queryRows(pool(), sql`SELECT count(*) FILTER (WHERE added_on = CURRENT_DATE) AS new FROM user_agents`);
  const [before, countBefore] = [await read(), await countNew()];
  await convert(convertClicks(pool()));
  expect(await read()).toEqual(before);
  expect(await countNew()).toEqual(countBefore);
  await pool().query("DELETE FROM user_agents WHERE user_agent LIKE 'Flood%'");
});

test("a step that drops a partition ends before rows of the next are moved", async () => {
  const migration = convertClicks(pool(), ROWS);
  const steps: (number | null)[] = [];
  await convert({
    ...migration,
    convert: async (client, state) => {
      const converted = await migration.convert(client, state);
      const { rows } = await client.query(
        `SELECT FROM pg_locks WHERE relation = 'clicks'::regclass AND mode = 'AccessExclusiveLock'
           AND pid = pg_backend_pid()`,
      );
      steps.push(converted);
      if (rows.length > 0) expect(converted).toBe(0);
      return converted;
    },
  });
  expect(steps).toContain(0);
  expect(steps.at(-1)).toBeNull();
});

test("the error of a finished migration is cleared when the next check passes", async () => {
  const migration: BackgroundMigration = { name: "test", estimate: async () => 0, convert: async () => null };
  await convert(migration);
  await pool().query("UPDATE background_migrations SET last_error = 'connection lost' WHERE name = 'test'");
  const [before] = await readMigrationProgress(pool());
  await convert(migration);
  expect(await readMigrationProgress(pool())).toEqual([{ ...before, lastError: null }]);
});

test("a step whose connection is killed is undone and repeated", async () => {
  const before = await read();
  const migration = convertClicks(pool(), 40);
  let kills = 3;
  await convert({
    ...migration,
    convert: async (client, state) => {
      const converted = await migration.convert(client, state);
      if (kills-- > 0) {
        const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
        await pool().query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
        await client.query("SELECT");
      }
      return converted;
    },
  });
  expect(await read()).toEqual(before);
  expect(await countIn("visits")).toBe(ROWS);
});

/** Drains as the previous version does: in one transaction, retried if its partition has been dropped. */
async function drainAsBefore(count: number): Promise<void> {
  const drain = () =>
    inTransaction(pool(), async (client) => {
      await client.query("SELECT ensure_click_partition(now())");
      await client.query("LOCK TABLE ONLY clicks IN ROW EXCLUSIVE MODE");
      await client.query(
        `INSERT INTO clicks (url_id, occurred_at, id, access_method)
         SELECT $1, now(), gen_random_uuid(), 'direct' FROM generate_series(1, $2::int)`,
        [links[0], count],
      );
    });
  await drain().catch((error: Error) => {
    if (error.message !== 'no partition of relation "clicks" found for row') throw error;
    return drain();
  });
}

async function untilConverted(rows: number): Promise<void> {
  for (const deadline = Date.now() + 90_000; (await countIn("visits")) < rows; await sleep(20)) {
    if (Date.now() > deadline) throw new Error(`only ${await countIn("visits")} rows are converted`);
  }
}

test("only one of two workers converts at a time, and the previous version keeps storing clicks", async () => {
  const stopping = new AbortController();
  const running = [1, 2].map(() =>
    runBackgroundMigrations(pool(), [convertClicks(pool(), 20)], stopping.signal, { minPauseMs: 1, recheckMs: 10 }),
  );
  try {
    for (let round = 0; round < 5; round++) await drainAsBefore(50);
    await untilConverted(ROWS + 250);
    // It stores clicks even after the end.
    await drainAsBefore(10);
    await untilConverted(ROWS + 260);
  } finally {
    stopping.abort();
    await Promise.all(running);
  }
  expect(await countIn("clicks")).toBe(0);
  expect((await read()).rows).toHaveLength(ROWS + 260);
});

test("a click that is replayed from a spool is not stored again, whichever table has it", async () => {
  const [row] = await queryRows<{ id: string; url_id: string; occurred_at: Date }>(
    pool(),
    sql`SELECT id, url_id, occurred_at FROM clicks WHERE NOT is_bot ORDER BY occurred_at LIMIT 1`,
  );
  const replayed = enrichedClick(row?.url_id ?? "", row?.occurred_at.toISOString() ?? "", { id: row?.id ?? "" });
  const counted = await counts();
  await store([replayed]);
  await convert(convertClicks(pool()));
  await store([replayed]);
  expect(await countIn("visits")).toBe(ROWS);
  expect(await counts()).toEqual(counted);
});

test("clicks of an address are deleted from both tables", async () => {
  await convert(convertClicks(pool(), 100), 1);
  expect(await deleteClicksByAddress(pool(), "192.0.2.7")).toBe(ROWS / 20);
  const left = await queryRows(pool(), sql`SELECT FROM stored_clicks WHERE ip_address = '192.0.2.7'`);
  expect(left).toEqual([]);
  const counted = await counts();
  await rebuildRollups(pool());
  expect(await counts()).toEqual(counted);
});
