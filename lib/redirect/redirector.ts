import path from "node:path";
import { openSpool, type SpoolOptions } from "@/lib/clicks/spool";
import { type Answer, answerFor, answerUnavailable } from "@/lib/redirect/answer";
import { createLinkCache } from "@/lib/redirect/cache";
import { listenForChanges } from "@/lib/redirect/changes";
import { createLinkFinder, type Link } from "@/lib/redirect/links";
import type { Target } from "@/lib/redirect/target";
import { clickOf, type Visitor } from "@/lib/redirect/visit";

/** Unknown codes that are remembered, about 10 MB. */
const MAX_UNKNOWN = 100_000;
const UNKNOWN_LIFETIME_MS = 10_000;
const UNHEARD_LIFETIME_MS = 2_000;
/** How long a link may lead on as it was while the database is away. */
const MAX_STALE_MS = 7 * 24 * 60 * 60 * 1000;

export type Redirector = {
  /** Answers a visit; `reply` is called once, after the click is in the spool. */
  visit(target: Target, visitor: Visitor, reply: (answer: Answer) => void): void;
  /** What an operator wants to know. */
  state(): RedirectorState;
  close(): Promise<void>;
};

export type RedirectorState = {
  /** Whether changes of links are heard of as they happen. */
  isListening: boolean;
  cachedLinks: number;
  cachedBytes: number;
  /** Clicks that found no room. */
  droppedClicks: number;
};

type RedirectorOptions = SpoolOptions & { databaseUrl: string; dataDir: string; cacheBytes: number };

/** The redirect engine of one process: cache, spool, answer. */
export function createRedirector({ databaseUrl, dataDir, cacheBytes, ...spoolOptions }: RedirectorOptions): Redirector {
  const spool = openSpool(spoolFolder(dataDir), spoolOptions);
  const finder = createLinkFinder(databaseUrl);
  const cache = createLinkCache({
    load: finder.find,
    maxBytes: cacheBytes,
    maxUnknown: MAX_UNKNOWN,
    unknownLifetimeMs: UNKNOWN_LIFETIME_MS,
    unheardLifetimeMs: UNHEARD_LIFETIME_MS,
    maxStaleMs: MAX_STALE_MS,
  });
  let isListening = false;
  const stopListening = listenForChanges(databaseUrl, {
    onChange: cache.invalidate,
    onHearing: (isHearing) => {
      isListening = isHearing;
      cache.setHearing(isHearing);
    },
  });

  function answer(target: Target, visitor: Visitor, link: Link | null, reply: (answer: Answer) => void): void {
    const click = clickOf(visitor, target, link);
    if (click) spool.append(click, () => reply(answerFor(link)));
    else reply(answerFor(link));
  }

  return {
    visit(target, visitor, reply) {
      const found = cache.find(target.key);
      if (!(found instanceof Promise)) {
        answer(target, visitor, found, reply);
        return;
      }
      found.then(
        (link) => answer(target, visitor, link, reply),
        () => reply(answerUnavailable()),
      );
    },
    state() {
      const { links, bytes } = cache.size();
      return { isListening, cachedLinks: links, cachedBytes: bytes, droppedClicks: spool.dropped() };
    },
    async close() {
      spool.close();
      await stopListening();
      await finder.close();
    },
  };
}

/** Where the fronts of one machine leave clicks for its workers. */
export function spoolFolder(dataDir: string): string {
  return path.join(dataDir, "spool");
}
