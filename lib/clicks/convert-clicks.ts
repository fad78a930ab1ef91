import pg from "pg";
import { insertVisits, type StoredClick } from "@/lib/clicks/insert-visits";
import { lockCountingShared } from "@/lib/clicks/locks";
import { forgetDeletedValues } from "@/lib/clicks/value-tables";
import type { BackgroundMigration } from "@/lib/db/background-migrations";
import { execute, queryRows, raw, type Sql, sql } from "@/lib/db/sql";
import { canonicalAddress } from "@/lib/ip";
import { LOCK_NOT_AVAILABLE } from "@/lib/sqlstate";

/** Rows per transaction, which takes about 100 ms. */
const BATCH = 2_000;
const DROP_LOCK_TIMEOUT = sql`SET LOCAL lock_timeout = '500ms'`;

type OldClick = Omit<StoredClick, "city" | "language" | "placement">;

/**
 * Moves the rows of clicks, which the previous version writes, to visits, and drops the partitions that this empties.
 * Each row is in exactly one of the two tables at any moment, and no count changes. Rows that the previous version adds
 * in the meantime are moved later.
 *
 * @param pool for values that many clicks share
 */
export function convertClicks(pool: pg.Pool, batch = BATCH): BackgroundMigration {
  // Deleted rows stay in the index until the next vacuum; this skips them.
  let after = "-infinity";
  return {
    name: "clicks to visits",
    estimate: estimateClicks,
    convert: async (client, { wasFinished }) => {
      await lockCountingShared(client);
      await forgetDeletedValues(client);
      for (const { partition, isOver } of await listPartitions(client)) {
        let rows = await takeClicks(client, partition, { after, batch });
        if (rows.length === 0 && after !== "-infinity") {
          after = "-infinity";
          rows = await takeClicks(client, partition, { after, batch });
        }
        if (rows.length > 0) {
          after = new Date(rows.at(-1)?.at ?? 0).toISOString();
          await storeTaken({ client, pool }, rows);
          return rows.length;
        }
        // Ends the transaction, since nobody can read clicks in the meantime.
        if ((isOver || wasFinished) && (await dropIfEmpty(client, partition))) return 0;
      }
      return null;
    },
  };
}

/**
 * Partitions, oldest first. `isOver` means that the previous version, which creates missing ones, writes only to later
 * ones.
 */
async function listPartitions(client: pg.PoolClient): Promise<{ partition: Sql; isOver: boolean }[]> {
  const rows = await queryRows<{ name: string; isOver: boolean }>(
    client,
    sql`SELECT relname AS name, to_date(right(relname, 7), 'YYYY_MM') + interval '33 days' < now() AS "isOver"
        FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'clicks'::regclass ORDER BY relname`,
  );
  return rows.map(({ name, isOver }) => ({ partition: raw(pg.escapeIdentifier(name)), isOver }));
}

type Taking = { after: string; batch: number };

async function takeClicks(client: pg.PoolClient, partition: Sql, { after, batch }: Taking): Promise<OldClick[]> {
  const rows = await queryRows<Omit<OldClick, "at"> & { occurredAt: Date }>(
    client,
    sql`
      WITH taken AS (
        DELETE FROM ${partition} WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${partition} WHERE occurred_at >= ${after} ORDER BY occurred_at LIMIT ${batch}
        ))
        RETURNING *
      )
      SELECT url_id AS "urlId", occurred_at AS "occurredAt", id, access_method AS "accessMethod", is_bot AS "isBot",
             ip_address AS ip, referer, user_agent AS "userAgent", device_type AS "deviceType", os, browser,
             referrer_host AS "referrerHost", country, visitor_of_hash(visitor_hash) AS "visitorHash"
      FROM taken ORDER BY occurred_at`,
  );
  return rows.map(({ occurredAt, ...click }) => ({ ...click, at: occurredAt.getTime() }));
}

async function storeTaken(on: { client: pg.PoolClient; pool: pg.Pool }, rows: OldClick[]): Promise<void> {
  const months = new Set(rows.map(({ at }) => `${new Date(at).toISOString().slice(0, 7)}-01T00:00:00Z`));
  await execute(
    on.client,
    sql`SELECT ensure_visit_partition(month) FROM unnest(${[...months]}::timestamptz[]) AS month`,
  );
  const clicks = rows.map((row) => ({
    ...row,
    ip: row.ip && canonicalAddress(row.ip),
    city: null,
    language: null,
    placement: null,
  }));
  // Their texts are stored already, so they are not new.
  await insertVisits(on, clicks, { newRows: Number.POSITIVE_INFINITY });
}

/**
 * Drops an empty partition, unless it is in use.
 *
 * @returns whether it is locked now, dropped or not
 */
async function dropIfEmpty(client: pg.PoolClient, partition: Sql): Promise<boolean> {
  await client.query("SAVEPOINT dropping");
  try {
    await execute(client, DROP_LOCK_TIMEOUT);
    await execute(client, sql`LOCK TABLE ${partition} IN ACCESS EXCLUSIVE MODE`);
    const [row] = await queryRows(client, sql`SELECT FROM ${partition} LIMIT 1`);
    if (!row) await execute(client, sql`DROP TABLE ${partition}`);
    await client.query("RELEASE dropping");
    return true;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
    await client.query("ROLLBACK TO dropping");
    return false;
  }
}

/** Estimates from the partitions' statistics. */
async function estimateClicks(pool: pg.Pool): Promise<number> {
  const [row] = await queryRows<{ rows: string }>(
    pool,
    sql`SELECT coalesce(sum(greatest(reltuples, 0)), 0)::bigint AS rows
        FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'clicks'::regclass`,
  );
  return Number(row?.rows ?? 0);
}
