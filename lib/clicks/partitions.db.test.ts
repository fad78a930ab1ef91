import type pg from "pg";
import { enrichClicks } from "@/lib/clicks/enrich";
import { dropOldPartitions, makePartitionsAhead } from "@/lib/clicks/partitions";
import { storeClicks } from "@/lib/clicks/store";
import { recordedClick } from "@/lib/clicks/testing/clicks";
import { pool } from "@/lib/db/pool";
import { untilBlocked } from "@/lib/db/testing/blocked";
import { createUser } from "@/lib/db/testing/fixtures";
import { inTransaction } from "@/lib/db/transaction";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

test("creates the partitions of this month and the next two, and can be repeated", async () => {
  await Promise.all([makePartitionsAhead(pool()), makePartitionsAhead(pool())]);
  const { rows } = await pool().query(`
    SELECT count(*)::int AS partitions FROM generate_series(0, 2) AS month
    JOIN pg_class ON relname = 'visits_' || to_char((now() AT TIME ZONE 'UTC') + month * interval '1 month', 'YYYY_MM')
    WHERE relispartition`);
  expect(rows).toEqual([{ partitions: 3 }]);
});

describe("creating a partition", () => {
  beforeEach(() => pool().query("DROP TABLE IF EXISTS visits_2031_01"));
  afterAll(() => pool().query("DROP TABLE IF EXISTS visits_2031_01"));
  const create = (client: Pick<pg.ClientBase, "query">) =>
    client.query("SELECT ensure_visit_partition('2031-01-05T00:00:00Z')");
  const isMade = async () => {
    const { rows } = await pool().query("SELECT to_regclass('visits_2031_01') IS NOT NULL AS made");
    return rows[0].made;
  };

  test("does not wait for readers and writers, such as a backup", async () => {
    await inTransaction(pool(), async (client) => {
      await client.query("LOCK TABLE visits IN ACCESS SHARE MODE; LOCK TABLE visits IN ROW EXCLUSIVE MODE");
      await makePartitionsAhead(pool(), "2031-01-01T00:00:00Z");
      expect(await isMade()).toBe(true);
    });
  });

  test("waits a second for other locks, and nobody else waits for it in the meantime", async () => {
    await inTransaction(pool(), async (vacuum) => {
      await vacuum.query("LOCK TABLE visits IN SHARE UPDATE EXCLUSIVE MODE");
      const tryToCreate = () =>
        create(pool()).then(
          () => "made",
          ({ code }: { code: string }) => code,
        );
      let created = tryToCreate();
      const isWaiting = () => Promise.race([untilBlocked(pool()).then(() => true), created.then(() => false)]);
      // On a busy machine it may have given up before this check.
      while (!(await isWaiting())) {
        expect(await created).toBe("55P03");
        created = tryToCreate();
      }
      await inTransaction(pool(), async (client) => {
        await client.query("SET LOCAL lock_timeout = '100ms'; LOCK TABLE visits IN ROW EXCLUSIVE MODE");
      });
      expect(await created).toBe("55P03");
    });
    await create(pool());
    expect(await isMade()).toBe(true);
  });

  test("has no effect on the caller's own timeout, and gives the table what the others have", async () => {
    await inTransaction(pool(), async (client) => {
      await client.query("SET LOCAL lock_timeout = '7s'");
      await create(client);
      expect((await client.query("SHOW lock_timeout")).rows).toEqual([{ lock_timeout: "7s" }]);
      await client.query(
        "CREATE TABLE visits_2041_02 PARTITION OF visits FOR VALUES FROM ('2041-02-01Z') TO ('2041-03-01Z')",
      );
      const describe = async (month: string) =>
        JSON.stringify(
          (
            await client.query(
              `SELECT (SELECT json_agg(a.* ORDER BY attnum) FROM (
                        SELECT attname, attnum, atttypid, attnotnull, attstorage, attcompression,
                               pg_get_expr(adbin, adrelid) AS fallback
                        FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
                        WHERE attrelid = pg_class.oid AND attnum > 0) AS a) AS columns,
                      (SELECT json_agg(pg_get_indexdef(indexrelid) ORDER BY pg_get_indexdef(indexrelid)) FROM pg_index
                       WHERE indrelid = pg_class.oid) AS indexes,
                      (SELECT json_agg(conname ORDER BY conname) FROM pg_constraint WHERE conrelid = pg_class.oid) AS constraints
               FROM pg_class WHERE oid = $1::regclass`,
              [`visits_${month}`],
            )
          ).rows,
        ).replaceAll(month, "month");
      expect(await describe("2031_01")).toBe(await describe("2041_02"));
      await client.query("DROP TABLE visits_2041_02");
    });
  });
});

describe("months past retention", () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  /** Days from the end of March 2025 until now. */
  const sinceMarch = () => Math.floor((Date.now() - Date.UTC(2025, 3, 1)) / DAY_MS);

  beforeEach(async () => {
    await pool().query(
      "SELECT ensure_visit_partition(month), ensure_click_partition(month) FROM unnest(ARRAY['2025-02-03', '2025-03-03', '2025-04-03']::timestamptz[]) AS month",
    );
  });

  async function monthsOf2025(): Promise<string[]> {
    const { rows } = await pool().query<{ name: string }>(
      "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent IN ('clicks'::regclass, 'visits'::regclass) ORDER BY 1",
    );
    return rows.map(({ name }) => name).filter((name) => /^(?:clicks|visits)_2025/.test(name));
  }

  test.each([
    ["March ended that long ago", sinceMarch, ["clicks_2025_04", "visits_2025_04"]],
    [
      "March's last day is younger",
      () => sinceMarch() + 1,
      ["clicks_2025_03", "clicks_2025_04", "visits_2025_03", "visits_2025_04"],
    ],
    [
      "no limit is set",
      () => undefined,
      ["clicks_2025_02", "clicks_2025_03", "clicks_2025_04", "visits_2025_02", "visits_2025_03", "visits_2025_04"],
    ],
  ])("are dropped: %s", async (_what, days, left) => {
    await dropOldPartitions(pool(), days());
    expect(await monthsOf2025()).toEqual(left);
  });

  test.each([
    ["this machine's", "2099-01-01T00:00:00Z", () => 10_000],
    ["the database's", "2025-01-01T00:00:00Z", sinceMarch],
  ])("are kept while they are that old by %s clock only", async (_whose, now, days) => {
    await dropOldPartitions(pool(), days(), now);
    expect(await monthsOf2025()).toHaveLength(6);
  });

  test("are dropped with their clicks, and their counts stay", async () => {
    const { id: urlId } = await createUrl(
      await createUser(),
      createUrlSchema.parse({ originalUrl: "https://example.com/page" }),
    );
    const clicks = await enrichClicks(pool(), [
      recordedClick(urlId, Date.UTC(2025, 1, 3), { ip: null }),
      recordedClick(urlId, Date.UTC(2025, 3, 3), { ip: null }),
    ]);
    await inTransaction(pool(), (client) => storeClicks({ pool: pool(), client }, clicks));
    await dropOldPartitions(pool(), sinceMarch());
    const { rows } = await pool().query(
      "SELECT click_count::int, (SELECT count(*)::int FROM stored_clicks WHERE url_id = $1) AS rows FROM short_urls WHERE id = $1",
      [urlId],
    );
    expect(rows).toEqual([{ click_count: 2, rows: 1 }]);
  });
});
