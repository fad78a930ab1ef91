import { listen } from "@/lib/db/listen";
import { createLinkCache } from "@/lib/redirect/cache";
import { type ClientLimit, createClientLimiter } from "@/lib/redirect/client-limiter";
import { createLinkFinder, type Link } from "@/lib/redirect/links";
import { createUnknownCodes, type UnknownCodes } from "@/lib/redirect/unknown/unknown-codes";

/** Takes about 10 MB. */
const MAX_UNKNOWN = 100_000;
const UNKNOWN_TTL_MS = 10_000;
/** Maximum age of cached links while changes are not received. */
const FALLBACK_TTL_MS = 2_000;
/** While the database is down, cached links redirect for at most 7 days. */
const MAX_STALE_MS = 7 * 24 * 60 * 60 * 1000;

const WARM_BATCH = 500;
/** All warming look-ups share the turn of one client. */
const WARM_TURN = "warm";

/** A trigger on short_urls sends the code of each changed link in lower case. */
export const LINK_CHANGED = "short_url_changed";

export type LinkSource = {
  /**
   * The link, or null for an unknown code. A promise if a query is needed, which rejects if the database does not
   * answer. "limited" if a query would be needed but the client has tried too many unknown codes.
   *
   * @param key the short code in lower case
   * @param client see clientHash
   */
  find(key: string, client: number): Link | null | Promise<Link | null> | "limited";
  /** Counts a visit to a code that no link has; see UnknownCodes. */
  noteUnknown: UnknownCodes["note"];
  /** Codes of links in memory, up to a number: the most recently visited first. */
  codes(max: number): string[];
  /** Looks codes up before they are visited. Never rejects; resolves early when the database fails. */
  warm(codes: readonly string[]): Promise<void>;
  state(): LinkSourceState;
  close(): Promise<void>;
};

export type LinkSourceState = {
  /** Whether changes to links are received as they happen. */
  isListening: boolean;
  cachedLinks: number;
  cachedBytes: number;
  /** Visits to unknown codes that were refused because of their client's limit. */
  limitedLookUps: number;
};

type Options = { databaseUrl: string; cacheBytes: number; unknownLimit: ClientLimit };

/** The links of one process: its cache, with the database behind it. */
export function openLinkSource({ databaseUrl, cacheBytes, unknownLimit }: Options): LinkSource {
  const finder = createLinkFinder(databaseUrl);
  const cache = createLinkCache({
    load: finder.find,
    maxBytes: cacheBytes,
    maxUnknown: MAX_UNKNOWN,
    unknownTtlMs: UNKNOWN_TTL_MS,
    fallbackTtlMs: FALLBACK_TTL_MS,
    maxStaleMs: MAX_STALE_MS,
  });
  const unknowns = createClientLimiter(unknownLimit);
  const unknownCodes = createUnknownCodes({ store: finder.storeUnknown });
  let limitedLookUps = 0;
  let isListening = false;
  const stopListening = listen(databaseUrl, {
    channel: LINK_CHANGED,
    onNotify: cache.invalidate,
    onListeningChange: (value) => {
      isListening = value;
      cache.setListening(value);
    },
  });

  /** Counts against the client's limit unless the code is known. */
  function lookUp(key: string, client: number): Promise<Link | null> | "limited" {
    if (!unknowns.take(client, Date.now())) {
      limitedLookUps += 1;
      return "limited";
    }
    const lookingUp = cache.lookUp(key, client);
    const giveBack = () => unknowns.giveBack(client);
    lookingUp.then((link) => link && giveBack(), giveBack);
    return lookingUp;
  }

  return {
    find(key, client) {
      const found = cache.find(key);
      return found === undefined ? lookUp(key, client) : found;
    },
    noteUnknown: unknownCodes.note,
    codes: cache.keys,
    async warm(codes) {
      // In batches, so that visitors' look-ups run in between.
      for (let at = 0; at < codes.length; at += WARM_BATCH) {
        const batch = codes.slice(at, at + WARM_BATCH).map((code) => cache.lookUp(code, WARM_TURN));
        const outcomes = await Promise.allSettled(batch);
        if (outcomes.every(({ status }) => status === "rejected")) return;
      }
    },
    state() {
      const { links, bytes } = cache.size();
      return { isListening, cachedLinks: links, cachedBytes: bytes, limitedLookUps };
    },
    async close() {
      await stopListening();
      await unknownCodes.close();
      await finder.close();
    },
  };
}
