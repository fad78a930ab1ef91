import { createLinkCache } from "@/lib/redirect/cache";
import { listenForChanges } from "@/lib/redirect/changes";
import { type ClientLimit, createClientLimiter } from "@/lib/redirect/client-limiter";
import { createLinkFinder, type Link } from "@/lib/redirect/links";

/** Unknown codes that are remembered, about 10 MB. */
const MAX_UNKNOWN = 100_000;
const UNKNOWN_LIFETIME_MS = 10_000;
const UNHEARD_LIFETIME_MS = 2_000;
/** How long a link may lead on as it was while the database is away. */
const MAX_STALE_MS = 7 * 24 * 60 * 60 * 1000;

export type LinkSource = {
  /**
   * The link, or null for an unknown code; a promise when it has to be looked up, which rejects when
   * the database does not answer. "limited" when it would have to be, and the client has tried too
   * many unknown codes.
   *
   * @param key the short code in lower case
   * @param client see clientHash
   */
  find(key: string, client: number): Link | null | Promise<Link | null> | "limited";
  state(): LinkSourceState;
  close(): Promise<void>;
};

export type LinkSourceState = {
  /** Whether changes of links are heard of as they happen. */
  isListening: boolean;
  cachedLinks: number;
  cachedBytes: number;
  /** Visits of unknown codes that were refused: over the limit of their client. */
  limitedLookUps: number;
};

type Options = { databaseUrl: string; cacheBytes: number; unknownLimit: ClientLimit };

/** The links as one process knows them: its cache, and the database behind it. */
export function openLinkSource({ databaseUrl, cacheBytes, unknownLimit }: Options): LinkSource {
  const finder = createLinkFinder(databaseUrl);
  const cache = createLinkCache({
    load: finder.find,
    maxBytes: cacheBytes,
    maxUnknown: MAX_UNKNOWN,
    unknownLifetimeMs: UNKNOWN_LIFETIME_MS,
    unheardLifetimeMs: UNHEARD_LIFETIME_MS,
    maxStaleMs: MAX_STALE_MS,
  });
  const unknowns = createClientLimiter(unknownLimit);
  let limitedLookUps = 0;
  let isListening = false;
  const stopListening = listenForChanges(databaseUrl, {
    onChange: cache.invalidate,
    onHearing: (isHearing) => {
      isListening = isHearing;
      cache.setHearing(isHearing);
    },
  });

  /** Counts against the client's limit unless the code turns out to be a link's. */
  function lookUp(key: string, client: number): Promise<Link | null> | "limited" {
    if (!unknowns.take(client, Date.now())) {
      limitedLookUps += 1;
      return "limited";
    }
    const looking = cache.lookUp(key, client);
    const giveBack = () => unknowns.giveBack(client);
    looking.then((link) => link && giveBack(), giveBack);
    return looking;
  }

  return {
    find(key, client) {
      const found = cache.find(key);
      return found === undefined ? lookUp(key, client) : found;
    },
    state() {
      const { links, bytes } = cache.size();
      return { isListening, cachedLinks: links, cachedBytes: bytes, limitedLookUps };
    },
    async close() {
      await stopListening();
      await finder.close();
    },
  };
}
