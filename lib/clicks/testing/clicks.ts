import { createHash } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import type { EnrichedClick } from "@/lib/clicks/enrich";
import { storeClicks } from "@/lib/clicks/store";
import type { Click } from "@/lib/clicks/types";
import { pool } from "@/lib/db/pool";
import { inTransaction } from "@/lib/db/transaction";

/** A click by a person, with only the given values known. */
export function enrichedClick(urlId: string, at: string, known: Partial<EnrichedClick> = {}): EnrichedClick {
  return {
    id: uuidv7(),
    urlId,
    at: Date.parse(at),
    accessMethod: "direct",
    ip: null,
    referer: null,
    userAgent: null,
    isPrefetch: false,
    isBot: false,
    deviceType: null,
    os: null,
    browser: null,
    referrerHost: null,
    country: null,
    city: null,
    language: null,
    placement: null,
    visitorHash: null,
    ...known,
  };
}

/** A click as the front records it, from a browser without a referrer. */
export function recordedClick(urlId: string, at: number, known: Partial<Click> = {}): Click {
  return {
    id: uuidv7(),
    urlId,
    at,
    accessMethod: "direct",
    ip: "131.130.1.11",
    referer: null,
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    country: null,
    language: null,
    placement: null,
    isPrefetch: false,
    ...known,
  };
}

/** A visitor hash for a name. */
export function visitorNamed(name: string): string {
  return createHash("sha256").update(name).digest().readBigInt64BE().toString();
}

/** Stores clicks as the drain does. */
export async function store(clicks: EnrichedClick[]): Promise<void> {
  await inTransaction(pool(), (client) => storeClicks({ pool: pool(), client }, clicks));
}

/** Deletes all clicks and their counts. Faster than TRUNCATE, which makes new files for every partition. */
export async function deleteClicks(): Promise<void> {
  for (const table of ["visits", "clicks", "click_days", "user_days_due", "click_visitors", "visitor_days"]) {
    await pool().query(`DELETE FROM ${table}`);
  }
}
