import type pg from "pg";
import { REFERRERS, TABLES, USER_AGENTS } from "@/lib/clicks/value-tables";
import { plainArray } from "@/lib/db/arrays";
import { execute, join, queryRows, raw, type Sql, type SqlClient, sql } from "@/lib/db/sql";

/**
 * Retires the texts of removed clicks: later clicks refer to new rows. `removeUnusedTexts` deletes them. The caller
 * holds lockCountingExclusive.
 */
export async function retireTexts(
  client: SqlClient,
  ids: { userAgents: readonly number[]; referrers: readonly number[] },
): Promise<void> {
  for (const [table, retired] of [
    [USER_AGENTS, ids.userAgents],
    [REFERRERS, ids.referrers],
  ] as const) {
    await execute(
      client,
      sql`UPDATE ${raw(table.name)} SET digest = NULL WHERE id = ANY (${plainArray([...new Set(retired)])}::int[])`,
    );
  }
  await changeGeneration(client);
}

/**
 * Deletes retired texts to which no click refers any more, after reading all clicks. No new click can refer to them in
 * the meantime. Texts that other visitors' clicks use stay, with a random digest, since a newer row may have theirs.
 * Texts that are retired again in the meantime, which changes their version, stay retired: their last clicks may be
 * gone.
 */
export async function removeUnusedTexts(pool: pg.Pool): Promise<void> {
  for (const [table, column] of [
    [USER_AGENTS, "user_agent_id"],
    [REFERRERS, "referrer_id"],
  ] as const) {
    const name = raw(table.name);
    const retired = await queryRows<{ id: number; version: string }>(
      pool,
      sql`SELECT id, xmin::text AS version FROM ${name} WHERE digest IS NULL`,
    );
    if (retired.length === 0) continue;
    const ids = sql`${plainArray(retired.map(({ id }) => id))}::int[]`;
    const versions = sql`${plainArray(retired.map(({ version }) => version))}::text[]`;
    const used: Sql = sql`SELECT DISTINCT ${raw(column)} FROM visits WHERE ${raw(column)} = ANY (${ids})`;
    await execute(
      pool,
      sql`WITH used AS MATERIALIZED (${used}),
          kept AS (
            UPDATE ${name} AS kept SET digest = gen_random_uuid() FROM unnest(${ids}, ${versions}) AS retired (id, version)
            WHERE kept.id = retired.id AND kept.xmin::text = retired.version AND kept.id IN (SELECT * FROM used)
          )
          DELETE FROM ${name} WHERE id = ANY (${ids}) AND id NOT IN (SELECT * FROM used)`,
    );
  }
}

/** Whether there are values whose newest click was before this month, as YYYY-MM-01. */
export async function hasValuesBefore(client: SqlClient, month: string): Promise<boolean> {
  const old = TABLES.map(({ name }) => sql`EXISTS (SELECT FROM ${raw(name)} WHERE last_month < ${month})`);
  const [row] = await queryRows<{ has: boolean }>(client, sql`SELECT ${join(old, " OR ")} AS has`);
  return row?.has ?? false;
}

/**
 * Deletes the values whose newest click was in a month that is no longer stored.
 *
 * @param month the first month to keep, as YYYY-MM-01. The caller holds lockCountingExclusive.
 */
export async function removeValuesBefore(client: SqlClient, month: string): Promise<void> {
  let removed = 0;
  for (const { name } of TABLES) {
    removed += await execute(client, sql`DELETE FROM ${raw(name)} WHERE last_month < ${month}`);
  }
  if (removed > 0) await changeGeneration(client);
}

/** Makes every process discard its cached ids. The caller holds lockCountingExclusive. */
async function changeGeneration(client: SqlClient): Promise<void> {
  await execute(client, sql`SELECT nextval('click_values_generation')`);
}
