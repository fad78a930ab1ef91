import type { Link, Turn } from "@/lib/redirect/links";

/**
 * What is kept of a link. `readAt` is when its look-up began, in ms, and negative once it is known
 * to be old; `isUsed`: visited since it last stood at the end of the queue.
 */
type Entry = Link & { readAt: number; isUsed: boolean };
type Load = { result: Promise<Link | null>; isStale: boolean };

export type LinkCache = {
  /**
   * The link, null for an unknown code; a promise when it is being looked up, which rejects as the
   * look-up does; undefined when nothing is known of the code.
   */
  find(key: string): Link | null | Promise<Link | null> | undefined;
  /** Looks the code up for whoever has this turn. Rejects as the look-up does. */
  lookUp(key: string, turn: Turn): Promise<Link | null>;
  /** The link has changed: look it up again. What was known of it serves only while that fails. */
  invalidate(key: string): void;
  /**
   * Whether changes are heard of. While they are not, an entry is looked up again once it is older
   * than `unheardLifetimeMs`, and so is one from before they were heard of.
   */
  setHearing(isHearing: boolean): void;
  /** Links kept, and an estimate of the bytes that they take. */
  size(): { links: number; bytes: number };
};

type Options = {
  load: (key: string, turn: Turn) => Promise<Link | null>;
  /** Room for links. Which one goes first is found by the clock algorithm: one not visited for a round. */
  maxBytes: number;
  /** Unknown codes that are remembered: somebody who tries codes must not drive the links out. */
  maxUnknown: number;
  /** For so long, heard of or not: who creates a link tells after its commit, and may die in between. */
  unknownLifetimeMs: number;
  unheardLifetimeMs: number;
  /** Older than that, an entry does not serve even while the database is away. */
  maxStaleMs: number;
  now?: () => number;
};

/** Measured: the objects of an entry and its place in the Map, besides the text of code and destination. */
const ENTRY_BYTES = 200;

/** The links of one process. Visits of one code that come together share one look-up. */
export function createLinkCache(options: Options): LinkCache {
  const { load, maxBytes, maxUnknown, unknownLifetimeMs, unheardLifetimeMs, maxStaleMs, now = Date.now } = options;
  const links = new Map<string, Entry>();
  const unknown = new Map<string, number>();
  const loads = new Map<string, Load>();
  let bytes = 0;
  let isHearing = false;
  let heardSince = 0;
  let isDatabaseAway = false;

  const isCurrent = (readAt: number) =>
    (isHearing && readAt > heardSince) || (readAt >= 0 && now() - readAt <= unheardLifetimeMs);
  const mayServeStale = (readAt: number) => now() - Math.abs(readAt) <= maxStaleMs;

  function keep(key: string, link: Link | null, readAt: number): void {
    forget(key);
    if (!link) {
      unknown.set(flat(key), readAt);
      if (unknown.size > maxUnknown) unknown.delete(firstKey(unknown));
      return;
    }
    const { id, status, destination, codeHost } = link;
    links.set(flat(key), { id, status, destination, codeHost, readAt, isUsed: false });
    bytes += costOf(key, link);
    while (bytes > maxBytes && links.size > 1) evictOne();
  }

  /** Who was visited since the last time goes to the end of the queue instead. */
  function evictOne(): void {
    for (const [key, entry] of links) {
      if (!entry.isUsed) {
        forget(key);
        return;
      }
      entry.isUsed = false;
      links.delete(key);
      links.set(key, entry);
    }
  }

  function forget(key: string): void {
    const link = links.get(key);
    if (link) bytes -= costOf(key, link);
    links.delete(key);
    unknown.delete(key);
  }

  function runningLoad(key: string): Promise<Link | null> | undefined {
    const running = loads.get(key);
    return running && !running.isStale ? running.result : undefined;
  }

  function lookUp(key: string, turn: Turn): Promise<Link | null> {
    const running = runningLoad(key);
    if (running) return running;
    const readAt = now();
    const result = load(key, turn).then(
      (link) => {
        isDatabaseAway = false;
        if (!started.isStale) keep(key, link, readAt);
        // Perhaps old, and better than nothing while the database is away.
        else if (link && !links.has(key)) keep(key, link, -readAt);
        return link;
      },
      (error: unknown) => {
        isDatabaseAway = true;
        const old = links.get(key);
        if (old && mayServeStale(old.readAt)) return old;
        throw error;
      },
    );
    const started: Load = { result, isStale: false };
    loads.set(key, started);
    const end = () => {
      if (loads.get(key) === started) loads.delete(key);
    };
    result.then(end, end);
    return result;
  }

  return {
    find(key) {
      const entry = links.get(key);
      if (entry) {
        entry.isUsed = true;
        if (isCurrent(entry.readAt)) return entry;
        // Nobody waits for a database that did not answer the last time; its return is noticed by this look-up.
        if (isDatabaseAway && mayServeStale(entry.readAt)) {
          lookUp(key, key).catch(() => undefined);
          return entry;
        }
        return lookUp(key, key);
      }
      const readAt = unknown.get(key);
      const isUnknown = readAt !== undefined && isCurrent(readAt) && now() - readAt <= unknownLifetimeMs;
      return isUnknown ? null : runningLoad(key);
    },
    lookUp,
    invalidate(key) {
      const entry = links.get(key);
      if (entry) entry.readAt = -Math.abs(entry.readAt);
      unknown.delete(key);
      // What is on its way may have been read before the change.
      const running = loads.get(key);
      if (running) running.isStale = true;
    },
    setHearing(value) {
      if (value && !isHearing) heardSince = now();
      isHearing = value;
    },
    size: () => ({ links: links.size, bytes }),
  };
}

function costOf(key: string, link: Link): number {
  return ENTRY_BYTES + key.length + link.destination.length + (link.codeHost?.length ?? 0);
}

/** The key that a visit brings may be a slice that holds its whole request in memory. */
function flat(key: string): string {
  return Buffer.from(key, "latin1").toString("latin1");
}

function firstKey(map: Map<string, unknown>): string {
  const [first = ""] = map.keys();
  return first;
}
