import pg from "pg";
import { log } from "@/lib/log";
import { codeHostOf } from "@/lib/redirect/loop";

/** What the redirect knows of a short URL. */
export type Link = {
  id: string;
  status: "active" | "paused" | "deleted";
  destination: string;
  /** Of a destination that would be a short URL if this host were ours; else undefined (see loop.ts). */
  codeHost?: string | undefined;
};

/** Who waits for a look-up: a client (see clientHash), or a known link that is read again. */
export type Turn = number | string;

const FIND_MANY = `
  SELECT lower(short_code) AS key, id, status, original_url AS destination
  FROM short_urls WHERE lower(short_code) = ANY($1)`;

/** Few queries at a time, each for all that waits: a flood of unknown codes costs the database little. */
const MAX_QUERIES = 2;
const MAX_KEYS = 500;
/** A visitor whose code is in no cache is told to come back within a second (promise B1). */
const PATIENCE_MS = 850;

export type LinkFinder = {
  /**
   * Looks a short code up, given in lower case; null when no link has it. Rejects when the database
   * does not answer in time. Who asks for many waits behind their own: each has a turn.
   */
  find(key: string, turn: Turn): Promise<Link | null>;
  close(): Promise<void>;
};

type Waiting = { key: string; resolve: (link: Link | null) => void; reject: (error: unknown) => void };

/** Look-ups of a front, on connections of their own that give up early. */
export function createLinkFinder(databaseUrl: string): LinkFinder {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: MAX_QUERIES,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    keepAlive: true,
  });
  pool.on("error", (error) => log.warn({ err: error }, "look-up connection lost"));
  const waiting = new Map<Turn, Set<Waiting>>();
  let running = 0;

  async function run(): Promise<void> {
    const batch = takeInTurn(waiting, MAX_KEYS);
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
    find(key, turn) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          // Nobody waits for it any more: a database that hangs must not find all that came meanwhile.
          remove(waiting, turn, item);
          reject(new Error("the database did not answer in time"));
        }, PATIENCE_MS);
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
    close: () => pool.end(),
  };
}

/** One of each in turn; whoever has more goes to the end. */
function takeInTurn(waiting: Map<Turn, Set<Waiting>>, count: number): Waiting[] {
  const taken: Waiting[] = [];
  // A Map also goes through what is added meanwhile.
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

/** The links that have one of these codes, by code in lower case. */
export async function findLinks(pool: pg.Pool, keys: string[]): Promise<Map<string, Link>> {
  const { rows } = await pool.query<Link & { key: string }>({ name: "find-links", text: FIND_MANY, values: [keys] });
  return new Map(
    rows.map(({ key, id, status, destination }) => [
      key,
      { id, status: STATUSES[status], destination: plain(destination), codeHost: codeHostOf(destination) },
    ]),
  );
}

/** One text for each status, where Postgres sends one for each row. */
const STATUSES = { active: "active", paused: "paused", deleted: "deleted" } as const;

/** Destinations are stored as WHATWG writes them; one that was not must not break out of its header. */
function plain(destination: string): string {
  return /^[\x21-\x7e]+$/.test(destination) ? destination : encodeURI(destination);
}
