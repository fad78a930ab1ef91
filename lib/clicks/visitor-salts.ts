import { randomBytes } from "node:crypto";
import type pg from "pg";

const SALT_BYTES = 32;
/** Then nobody can tell any more whether two hashes are one visitor's. */
const LIFETIME_DAYS = 3;
/** After which a removed salt is forgotten here too. */
const KNOWN_MS = 60 * 60 * 1000;

const known = new Map<string, { salt: Buffer; readAt: number }>();

/**
 * The salts of days, made by whichever worker needs one first. The salt of a day whose own was
 * removed is a new one, which lives as long: what waited in a spool for longer than that is counted
 * once more at most.
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
  if (found && Date.now() - found.readAt < KNOWN_MS) return found.salt;
  known.delete(day);
  return undefined;
}

/** Outside the drain's transaction: another worker that needs the same salt must not wait for its end. */
async function readOrMakeSalt(pool: pg.Pool, day: string): Promise<Buffer> {
  await pool.query("INSERT INTO visitor_salts (day, salt) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
    day,
    randomBytes(SALT_BYTES),
  ]);
  const { rows } = await pool.query<{ salt: Buffer }>("SELECT salt FROM visitor_salts WHERE day = $1", [day]);
  const salt = rows[0]?.salt;
  if (!salt) throw new Error(`the salt of ${day} went while it was read`);
  known.set(day, { salt, readAt: Date.now() });
  return salt;
}

/** Removes the salts that are older than three days. */
export async function removeOldSalts(pool: pg.Pool): Promise<void> {
  await pool.query("DELETE FROM visitor_salts WHERE created_at < now() - make_interval(days => $1)", [LIFETIME_DAYS]);
}
