import { randomBytes } from "node:crypto";
import type pg from "pg";
import { execute, queryRows, sql } from "@/lib/db/sql";

const SALT_BYTES = 32;
/** After this, it is impossible to tell whether two hashes belong to one visitor. */
const LIFETIME_DAYS = 3;
/** Limits how long a deleted salt stays in memory. */
const KNOWN_MS = 60 * 60 * 1000;

const known = new Map<string, { salt: Buffer; readAt: number }>();

/**
 * The salts of days, created by the first worker that needs one. A day whose salt was deleted gets a new one, so a
 * visitor whose clicks waited longer in the spool is counted at most once more.
 *
 * @param days as YYYY-MM-DD
 */
export async function saltsOf(pool: pg.Pool, days: Iterable<string>): Promise<Map<string, Buffer>> {
  const salts = new Map<string, Buffer>();
  for (const day of days) salts.set(day, findKnown(day) ?? (await readOrMakeSalt(pool, day)));
  return salts;
}

function findKnown(day: string): Buffer | undefined {
  const found = known.get(day);
  return found && performance.now() - found.readAt < KNOWN_MS ? found.salt : undefined;
}

function forgetOld(): void {
  for (const [day, { readAt }] of known) if (performance.now() - readAt >= KNOWN_MS) known.delete(day);
}

/** Outside the drain's transaction, so that other workers that need the salt do not wait for it. */
async function readOrMakeSalt(pool: pg.Pool, day: string): Promise<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  await execute(pool, sql`INSERT INTO visitor_salts (day, salt) VALUES (${day}, ${salt}) ON CONFLICT DO NOTHING`);
  const [row] = await queryRows<{ salt: Buffer }>(pool, sql`SELECT salt FROM visitor_salts WHERE day = ${day}`);
  if (!row) throw new Error(`the salt of ${day} was deleted while it was read`);
  known.set(day, { salt: row.salt, readAt: performance.now() });
  return row.salt;
}

/**
 * Deletes salts that are older than three days, or that a clock far ahead has dated: those would stay for years. In
 * memory, none is kept longer than an hour, and until the next round.
 */
export async function removeOldSalts(pool: pg.Pool): Promise<void> {
  forgetOld();
  await execute(
    pool,
    sql`DELETE FROM visitor_salts
        WHERE created_at < now() - make_interval(days => ${LIFETIME_DAYS}) OR created_at > now() + interval '1 day'`,
  );
}
