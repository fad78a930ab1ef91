import type pg from "pg";
import { pool } from "@/lib/db/pool";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { log } from "@/lib/log";

/** The zone in whose days clicks were counted. Not an editable setting: no start changes it once there are counts. */
export const COUNTED_ZONE = "counted_time_zone";

/** The problem with a TIME_ZONE other than the stored zone; null if there is none. */
export function countedZoneProblem(counted: string | undefined): { what: string; remedy: string } | null {
  const { TIME_ZONE } = env();
  if (counted === undefined || isSameZone(counted, TIME_ZONE)) return null;
  return {
    what: `clicks were counted by day in ${counted}, and TIME_ZONE is ${TIME_ZONE}`,
    remedy: `set it to ${counted}, or run hop rollups rebuild`,
  };
}

/** Stores TIME_ZONE if nothing is counted or no zone is stored yet; otherwise warns of another one in the log. */
export async function checkCountedZone(): Promise<void> {
  try {
    const warning = await storeFirstCountedZone(pool(), env().TIME_ZONE);
    if (warning) log.warn(warning);
  } catch (error) {
    log.warn({ err: error }, "failed to compare TIME_ZONE with the zone in which clicks were counted");
  }
}

/**
 * Stores a zone if nothing is counted or none is stored yet.
 *
 * @returns a warning if TIME_ZONE is not the stored zone, otherwise null
 */
export async function storeFirstCountedZone(pool: pg.Pool, zone: string): Promise<string | null> {
  await execute(
    pool,
    sql`INSERT INTO settings AS stored (key, value, updated_at) VALUES (${COUNTED_ZONE}, ${zone}, now())
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
        WHERE stored.value <> excluded.value AND NOT EXISTS (SELECT FROM click_days)`,
  );
  const [row] = await queryRows<{ value: string }>(pool, sql`SELECT value FROM settings WHERE key = ${COUNTED_ZONE}`);
  const problem = countedZoneProblem(row?.value);
  return problem && `C${problem.what.slice(1)}: ${problem.remedy}.`;
}

/** Call when all clicks have been counted by days of TIME_ZONE. */
export async function storeCountedZone(pool: pg.Pool): Promise<void> {
  await execute(
    pool,
    sql`INSERT INTO settings (key, value, updated_at) VALUES (${COUNTED_ZONE}, ${env().TIME_ZONE}, now())
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
  );
}

/** Zones have several names: Asia/Kolkata is Asia/Calcutta. */
function isSameZone(one: string, other: string): boolean {
  return one === other || canonicalName(one) === canonicalName(other);
}

function canonicalName(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone }).resolvedOptions().timeZone;
  } catch {
    // A zone that this version of Node doesn't know.
    return timeZone;
  }
}
