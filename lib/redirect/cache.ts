import type { Link } from "@/lib/redirect/links";

/** The period of an entry that is known to be old. */
const NEVER = -1;

/** `period` is the one of hearing or deafness in which its look-up began. */
type Entry = { link: Link | null; readAt: number; period: number };
type Load = { result: Promise<Link | null>; isStale: boolean };

export type LinkCache = {
  /** The link, null for an unknown code; a promise when it has to be looked up. Rejects as the look-up does. */
  find(key: string): Link | null | Promise<Link | null>;
  /** The link has changed: look it up again. What was known of it serves only while that fails. */
  invalidate(key: string): void;
  /**
   * Whether changes are heard of. While they are not, an entry is looked up again once it is older
   * than `unheardLifetimeMs`, and so is one from before they were heard of; while that fails too, the
   * old entry serves.
   */
  setHearing(isHearing: boolean): void;
};

type Options = {
  load: (key: string) => Promise<Link | null>;
  /** Entries kept, unknown codes among them; the least recently used goes first. */
  maxEntries: number;
  unheardLifetimeMs: number;
  now?: () => number;
};

/** The links of one process. Visits of one code that come together share one look-up. */
export function createLinkCache({ load, maxEntries, unheardLifetimeMs, now = Date.now }: Options): LinkCache {
  const entries = new Map<string, Entry>();
  const loads = new Map<string, Load>();
  let isHearing = false;
  let period = 0;

  function isCurrent(entry: Entry): boolean {
    return (isHearing && entry.period === period) || now() - entry.readAt <= unheardLifetimeMs;
  }

  function keep(key: string, entry: Entry): void {
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > maxEntries) {
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    }
  }

  function startLoad(key: string): Promise<Link | null> {
    const running = loads.get(key);
    if (running && !running.isStale) return running.result;
    const start = { readAt: now(), period };
    const result = load(key).then(
      (link) => {
        if (!started.isStale) keep(key, { link, ...start });
        return link;
      },
      (error: unknown) => {
        const old = entries.get(key);
        if (old) return old.link;
        throw error;
      },
    );
    const started: Load = { result, isStale: false };
    loads.set(key, started);
    const forget = () => {
      if (loads.get(key) === started) loads.delete(key);
    };
    result.then(forget, forget);
    return result;
  }

  return {
    find(key) {
      const entry = entries.get(key);
      if (!entry || !isCurrent(entry)) return startLoad(key);
      // A Map keeps the order of insertion: the last used goes to the end.
      entries.delete(key);
      entries.set(key, entry);
      return entry.link;
    },
    invalidate(key) {
      const entry = entries.get(key);
      if (entry) entries.set(key, { link: entry.link, readAt: Number.NEGATIVE_INFINITY, period: NEVER });
      // What is on its way may have been read before the change.
      const running = loads.get(key);
      if (running) running.isStale = true;
    },
    setHearing(value) {
      if (value !== isHearing) period += 1;
      isHearing = value;
    },
  };
}
