import type { Link, Turn } from "@/lib/redirect/links";

/**
 * A cached link. `readAt` is when its look-up began, in ms; negative once the link is known to have changed. `isUsed`:
 * visited since it was last at the end of the eviction queue.
 */
type Entry = Link & { readAt: number; isUsed: boolean };
type Load = { result: Promise<Link | null>; isStale: boolean };

type LinkCache = {
  /**
   * The link, or null for an unknown code. A promise while it is being looked up, which rejects as the look-up does.
   * Undefined when nothing is known about the code.
   */
  find(key: string): Link | null | Promise<Link | null> | undefined;
  /** Looks the code up, in the turn of the requester. Rejects as `load` does. */
  lookUp(key: string, turn: Turn): Promise<Link | null>;
  /**
   * Causes a changed link to be looked up again. Until that succeeds, its old version is served only if the look-up
   * fails.
   */
  invalidate(key: string): void;
  /**
   * Sets whether changes are received. While they are not, entries older than `fallbackTtlMs` are looked up again; once
   * they are, so are all entries read before that.
   */
  setListening(isListening: boolean): void;
  /** Codes of cached links, up to a number: the most recently visited first. */
  keys(max: number): string[];
  /** Cached links, and an estimate of their size. */
  size(): { links: number; bytes: number };
};

type Options = {
  load: (key: string, turn: Turn) => Promise<Link | null>;
  /** Memory limit for links. The clock algorithm evicts a link that was not visited for a whole round. */
  maxBytes: number;
  /** Unknown codes are cached separately, so that trying codes does not evict links. */
  maxUnknown: number;
  /** Applies while listening too: a process may die between creating a link and announcing it. */
  unknownTtlMs: number;
  fallbackTtlMs: number;
  /** Older entries are not even served while the database is down. */
  maxStaleMs: number;
};

/** Measured: an entry's objects and its share of the Map, without the text of code and destination. */
const ENTRY_BYTES = 200;

/** The links of one process. Concurrent visits to one code share one look-up. */
export function createLinkCache(options: Options): LinkCache {
  const { load, unknownTtlMs, fallbackTtlMs, maxStaleMs } = options;
  const { links, unknown, store, bytes } = createStore(options);
  const loads = createLoads();
  let isListening = false;
  let listeningSince = 0;
  let isDatabaseDown = false;

  const isCurrent = (readAt: number) =>
    (isListening && readAt > listeningSince) || (readAt >= 0 && performance.now() - readAt <= fallbackTtlMs);
  const mayServeStale = (readAt: number) => performance.now() - Math.abs(readAt) <= maxStaleMs;

  function lookUp(key: string, turn: Turn): Promise<Link | null> {
    const running = loads.running(key);
    if (running) return running;
    const readAt = performance.now();
    const result = load(key, turn).then(
      (link) => {
        isDatabaseDown = false;
        if (!started.isStale) store(key, link, readAt);
        // May be outdated, but is better than nothing if the database goes down.
        else if (link && !links.has(key)) store(key, link, -readAt);
        return link;
      },
      (error: unknown) => {
        isDatabaseDown = true;
        const old = links.get(key);
        if (old && mayServeStale(old.readAt)) return old;
        throw error;
      },
    );
    const started: Load = { result, isStale: false };
    loads.add(key, started);
    return result;
  }

  return {
    find(key) {
      const entry = links.get(key);
      if (entry) {
        entry.isUsed = true;
        if (isCurrent(entry.readAt)) return entry;
        // Visitors do not wait for a database that did not answer last time; this look-up notices when it is back. While
        // changes are received, it may have been back for a long time.
        if (isDatabaseDown && !isListening && mayServeStale(entry.readAt)) {
          lookUp(key, key).catch(() => undefined);
          return entry;
        }
        return lookUp(key, key);
      }
      const readAt = unknown.get(key);
      const isUnknown = readAt !== undefined && isCurrent(readAt) && performance.now() - readAt <= unknownTtlMs;
      return isUnknown ? null : loads.running(key);
    },
    lookUp,
    invalidate(key) {
      const entry = links.get(key);
      if (entry) entry.readAt = -Math.abs(entry.readAt);
      unknown.delete(key);
      loads.outdate(key);
    },
    setListening(value) {
      if (value && !isListening) listeningSince = performance.now();
      isListening = value;
    },
    keys: (max) => chooseKeys(links, max),
    size: () => ({ links: links.size, bytes: bytes() }),
  };
}

function chooseKeys(links: ReadonlyMap<string, Entry>, max: number): string[] {
  const used: string[] = [];
  const others: string[] = [];
  for (const [key, { isUsed }] of links) (isUsed ? used : others).push(key);
  return [...others, ...used].slice(-max);
}

/** Links within `maxBytes`, and when each of up to `maxUnknown` unknown codes was looked up. */
function createStore({ maxBytes, maxUnknown }: Pick<Options, "maxBytes" | "maxUnknown">) {
  const links = new Map<string, Entry>();
  const unknown = new Map<string, number>();
  let bytes = 0;

  function store(key: string, link: Link | null, readAt: number): void {
    remove(key);
    if (!link) {
      unknown.set(detach(key), readAt);
      if (unknown.size > maxUnknown) unknown.delete(firstKey(unknown));
      return;
    }
    const { id, status, destination, codeHost } = link;
    links.set(detach(key), { id, status, destination, codeHost, readAt, isUsed: false });
    bytes += costOf(key, link);
    while (bytes > maxBytes && links.size > 1) evictOne();
  }

  /** A link that was visited since its last turn goes to the end of the queue instead. */
  function evictOne(): void {
    for (const [key, entry] of links) {
      if (!entry.isUsed) {
        remove(key);
        return;
      }
      entry.isUsed = false;
      links.delete(key);
      links.set(key, entry);
    }
  }

  function remove(key: string): void {
    const link = links.get(key);
    if (link) bytes -= costOf(key, link);
    links.delete(key);
    unknown.delete(key);
  }

  return { links, unknown, store, bytes: () => bytes };
}

/** Running look-ups, one per code. */
function createLoads() {
  const loads = new Map<string, Load>();
  return {
    running(key: string): Promise<Link | null> | undefined {
      const load = loads.get(key);
      return load && !load.isStale ? load.result : undefined;
    },
    add(key: string, load: Load): void {
      loads.set(key, load);
      const end = () => {
        if (loads.get(key) === load) loads.delete(key);
      };
      load.result.then(end, end);
    },
    /** Marks a running look-up that may have read the link before a change. */
    outdate(key: string): void {
      const load = loads.get(key);
      if (load) load.isStale = true;
    },
  };
}

function costOf(key: string, link: Link): number {
  return ENTRY_BYTES + key.length + link.destination.length + (link.codeHost?.length ?? 0);
}

/** A visit's key may be a slice that keeps its whole request in memory. */
export function detach(key: string): string {
  return Buffer.from(key, "latin1").toString("latin1");
}

function firstKey(map: Map<string, unknown>): string {
  const [first = ""] = map.keys();
  return first;
}
