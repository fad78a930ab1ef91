import { log } from "@/lib/log";
import { detach } from "@/lib/redirect/cache";
import { type ClientLimit, createClientLimiter } from "@/lib/redirect/client-limiter";
import type { UnknownVisits } from "@/lib/redirect/unknown/unknown-store";
import type { Visit } from "@/lib/redirect/visit";

export type UnknownCodes = {
  /**
   * Counts a visit to an unknown code if it seems to be a person's. Costs no query and bounded memory.
   *
   * @param client see clientHash
   * @param now milliseconds since the epoch
   */
  note(visit: Pick<Visit, "key" | "method" | "isPrefetch" | "userAgent">, client: number, now: number): void;
  /** Stores what was counted. Keeps it if the database does not answer. */
  flush(): Promise<void>;
  /** Flushes once more. */
  close(): Promise<void>;
};

type Entry = { pending: number; lastAt: number; lastClient: number };

type Options = { store: (visits: UnknownVisits[]) => Promise<void>; limit?: ClientLimit };

const FLUSH_INTERVAL_MS = 10_000;
/** Codes in memory. The least recently visited one is dropped first. */
const MAX_CODES = 1_000;
/** 20 visits, and 20 more per hour: enough for typos, too few for a scanner to fill the list. */
const UNKNOWN_VISITS_LIMIT: ClientLimit = { perSecond: 20 / 3_600, burst: 20 };

/**
 * Paths that scanners try on every host. Other scanners rarely pretend to be a browser, or reach their client's limit.
 */
const SCANNED =
  /^(?:wp|wordpress|php|phpmyadmin|pma|mysql|adminer|cgi|xmlrpc|backup|backups|old|config|env|console|actuator|solr|owa|sdk|boaform|hnap1|jenkins|hudson|geoserver|shell|vendor|autodiscover|remote|manager|server-status|_?ignition)(?:[-_].*)?$/;

/** Counts the unknown codes of one process, and stores them every ten seconds. */
export function createUnknownCodes({ store, limit = UNKNOWN_VISITS_LIMIT }: Options): UnknownCodes {
  const entries = new Map<string, Entry>();
  const clients = createClientLimiter(limit);

  async function flush(): Promise<void> {
    const pending = [...entries].filter(([, { pending }]) => pending > 0);
    if (pending.length === 0) return;
    const taken = pending.map(([code, entry]) => {
      const visits = entry.pending;
      entry.pending = 0;
      return { code, entry, visits, lastSeenAt: new Date(entry.lastAt) };
    });
    try {
      await store(taken.map(({ code, visits, lastSeenAt }) => ({ code, visits, lastSeenAt })));
    } catch (error) {
      for (const { entry, visits } of taken) entry.pending += visits;
      log.debug({ err: error }, "storing unknown codes failed; retrying");
    }
  }

  const timer = setInterval(() => void flush(), FLUSH_INTERVAL_MS);
  timer.unref();
  return {
    note({ key, method, isPrefetch, userAgent }, client, now) {
      if (method !== "GET" || isPrefetch || !clients.take(client, now)) return;
      if (!isBrowser(userAgent) || SCANNED.test(key)) return;
      const known = entries.get(key);
      // A reload is not a second visit.
      if (known?.lastClient === client) return;
      const code = detach(key);
      // The same object as before: a flush that fails meanwhile returns its visits to it.
      const entry = Object.assign(known ?? { pending: 0 }, { lastAt: now, lastClient: client });
      entry.pending += 1;
      // Moves it to the end of the queue.
      entries.delete(code);
      entries.set(code, entry);
      if (entries.size > MAX_CODES) for (const oldest of entries.keys()) return void entries.delete(oldest);
    },
    flush,
    close() {
      clearInterval(timer);
      return flush();
    },
  };
}

/** Good enough for a list that people read, and avoids the thousands of patterns with which the worker detects bots. */
function isBrowser(userAgent: string | null): boolean {
  return (
    /^Mozilla\/5\.0 \((?!compatible)/.test(userAgent ?? "") &&
    !/bot|crawl|spider|scan|headless|https?:/i.test(userAgent ?? "")
  );
}
