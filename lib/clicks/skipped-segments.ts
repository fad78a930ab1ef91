import type pg from "pg";
import { readDrained } from "@/lib/clicks/backlog";
import { REPORT_MS, reportRowHolder } from "@/lib/db/lock-wait";
import { sql } from "@/lib/db/sql";

type Segment = {
  folder: string;
  key: string;
  /** Its size in bytes. */
  due: number;
};

/** Segments that another session has, the bytes stored of them, and since when these are the same. */
const skipped = new Map<string, { stored: number; since: number }>();

/**
 * Call when a segment is skipped because another session has locked its position. If nothing of its waiting clicks is
 * stored for 30 seconds, the log names that session: it may hang, and nobody else waits for it.
 */
export async function noteSkipped(pool: pg.Pool, { folder, key, due }: Segment): Promise<void> {
  const stored = await readDrained(folder, key);
  const known = skipped.get(key);
  if (known?.stored !== stored || stored >= due) {
    skipped.set(key, { stored, since: performance.now() });
  } else if (performance.now() - known.since >= REPORT_MS) {
    known.since = performance.now();
    await reportRowHolder(pool, "storing clicks", sql`SELECT xmax FROM spool_positions WHERE segment = ${key}`);
  }
}

/** Call when a segment is no longer skipped. */
export function forgetSkipped(key: string): void {
  skipped.delete(key);
}
