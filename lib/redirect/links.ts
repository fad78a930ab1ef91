import pg from "pg";
import { markDatabaseError } from "@/lib/database-unavailable";
import { watchPool } from "@/lib/db/connection-stats";
import { applySettings } from "@/lib/db/session-settings";
import { queryRows, sql } from "@/lib/db/sql";
import { log } from "@/lib/log";
import { codeHostOf } from "@/lib/redirect/loop";
import { storeUnknownCodes, type UnknownVisits } from "@/lib/redirect/unknown/unknown-store";

/** The properties of a short URL that a redirect needs. */
export type Link = {
  id: string;
  status: "active" | "paused" | "deleted";
  destination: string;
  /** The host of a destination that would be a short URL if the host were ours (see loop.ts). */
  codeHost?: string | undefined;
};

/** The requester of a look-up: a client (see clientHash), or a known link that is refreshed. */
export type Turn = number | string;

/** Few concurrent queries, each for all waiting codes, so that a flood of unknown codes costs the database little. */
const MAX_QUERIES = 2;
const MAX_KEYS = 500;
/** A visitor whose code is not cached gets an answer within a second. */
const TIMEOUT_MS = 850;

type Waiting = { key: string; resolve: (link: Link | null) => void; reject: (error: unknown) => void };

/** Look-ups on their own connections, with short timeouts. */
export function createLinkFinder(databaseUrl: string) {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: MAX_QUERIES,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
    onConnect: (client) => applySettings(client),
  });
  pool.on("error", (error) => log.warn({ err: markDatabaseError(error) }, "look-up connection lost"));
  watchPool("look-ups", pool);
  const waiting = new Map<Turn, Set<Waiting>>();
  let running = 0;

  async function run(): Promise<void> {
    const batch = takeRoundRobin(waiting, MAX_KEYS);
    running += 1;
    try {
      const links = await findLinks(pool, [...new Set(batch.map(({ key }) => key))]);
      for (const { key, resolve } of batch) resolve(links.get(key) ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      running -= 1;
      if (waiting.size > 0) void run();
    }
  }

  return {
    /**
     * Looks up a short code in lower case; null when no link has it. Rejects when the database does not answer in time.
     * Clients take turns, so one that asks for many codes delays only itself.
     */
    find(key: string, turn: Turn): Promise<Link | null> {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          // When a hung database recovers, look-ups that have timed out must not reach it.
          remove(waiting, turn, item);
          reject(new Error("the database did not answer in time"));
        }, TIMEOUT_MS);
        const settle = (end: () => void) => {
          clearTimeout(timer);
          end();
        };
        const item: Waiting = {
          key,
          resolve: (link) => settle(() => resolve(link)),
          reject: (error) => settle(() => reject(error)),
        };
        const items = waiting.get(turn);
        if (items) items.add(item);
        else waiting.set(turn, new Set([item]));
        if (running < MAX_QUERIES) void run();
      });
    },
    /** Visits to unknown codes go to the database on the same connections. */
    storeUnknown: (visits: UnknownVisits[]) => storeUnknownCodes(pool, visits),
    close: () => pool.end(),
  };
}

/** Round robin: a turn with more items goes to the end. */
function takeRoundRobin(waiting: Map<Turn, Set<Waiting>>, count: number): Waiting[] {
  const taken: Waiting[] = [];
  // Iterating a Map includes entries added in the meantime.
  for (const [turn, items] of waiting) {
    if (taken.length === count) break;
    const [item] = items;
    waiting.delete(turn);
    if (!item) continue;
    taken.push(item);
    items.delete(item);
    if (items.size > 0) waiting.set(turn, items);
  }
  return taken;
}

function remove(waiting: Map<Turn, Set<Waiting>>, turn: Turn, item: Waiting): void {
  const items = waiting.get(turn);
  items?.delete(item);
  if (items?.size === 0) waiting.delete(turn);
}

/** Links by their code in lower case. */
async function findLinks(pool: pg.Pool, keys: string[]): Promise<Map<string, Link>> {
  const find = sql`
    SELECT lower(short_code) AS key, id, status, original_url AS destination
    FROM short_urls WHERE lower(short_code) = ANY (${keys})`;
  const rows = await queryRows<Link & { key: string }>(pool, find, "find-links");
  return new Map(
    rows.map(({ key, id, status, destination }) => [
      key,
      { id, status: STATUSES[status], destination: plain(destination), codeHost: codeHostOf(destination) },
    ]),
  );
}

/** One string per status, instead of one per row. */
const STATUSES = { active: "active", paused: "paused", deleted: "deleted" } as const;

/** Destinations are stored in ASCII (WHATWG URL). Any that is not must not break out of its header. */
function plain(destination: string): string {
  return /^[\x21-\x7e]+$/.test(destination) ? destination : encodeURI(destination);
}
