import pg from "pg";
import { log } from "@/lib/log";

/** What the redirect knows of a short URL. */
export type Link = { id: string; status: "active" | "paused" | "deleted"; destination: string };

const FIND_MANY = `
  SELECT lower(short_code) AS key, id, status, original_url AS destination
  FROM short_urls WHERE lower(short_code) = ANY($1)`;

/** Few queries at a time, each for all that waits: a flood of unknown codes costs the database little. */
const MAX_QUERIES = 2;
const MAX_KEYS = 500;
/** A visitor whose code is in no cache is told to come back within a second (promise B1). */
const PATIENCE_MS = 850;

export type LinkFinder = {
  /** Looks a short code up, given in lower case; null when no link has it. Rejects when the database does not answer in time. */
  find(key: string): Promise<Link | null>;
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
  // In the order of their coming.
  const waiting = new Set<Waiting>();
  let running = 0;

  async function run(): Promise<void> {
    const batch = takeFirst(waiting, MAX_KEYS);
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
    find(key) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          // Nobody waits for it any more: a database that hangs must not find all that came meanwhile.
          waiting.delete(item);
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
        waiting.add(item);
        if (running < MAX_QUERIES) void run();
      });
    },
    close: () => pool.end(),
  };
}

function takeFirst<T>(items: Set<T>, count: number): T[] {
  const taken: T[] = [];
  for (const item of items) {
    if (taken.length === count) break;
    taken.push(item);
    items.delete(item);
  }
  return taken;
}

/** The links that have one of these codes, by code in lower case. */
export async function findLinks(pool: pg.Pool, keys: string[]): Promise<Map<string, Link>> {
  const { rows } = await pool.query<Link & { key: string }>({ name: "find-links", text: FIND_MANY, values: [keys] });
  return new Map(
    rows.map(({ key, id, status, destination }) => [
      key,
      { id, status: STATUSES[status], destination: plain(destination) },
    ]),
  );
}

/** One text for each status, where Postgres sends one for each row. */
const STATUSES = { active: "active", paused: "paused", deleted: "deleted" } as const;

/** Destinations are stored as WHATWG writes them; one that was not must not break out of its header. */
function plain(destination: string): string {
  return /^[\x21-\x7e]+$/.test(destination) ? destination : encodeURI(destination);
}
