import path from "node:path";
import type pg from "pg";
import { openSpool } from "@/lib/clicks/spool";
import { type Answer, answerFor, answerUnavailable } from "@/lib/redirect/answer";
import { createLinkCache } from "@/lib/redirect/cache";
import { listenForChanges } from "@/lib/redirect/changes";
import { findLink, type Link } from "@/lib/redirect/links";
import type { Target } from "@/lib/redirect/target";
import { clickOf, type Visitor } from "@/lib/redirect/visit";

const MAX_CACHED_LINKS = 200_000;
const UNHEARD_LIFETIME_MS = 2_000;

export type Redirector = {
  /** Answers a visit; `reply` is called once, after the click is in the spool. */
  visit(target: Target, visitor: Visitor, reply: (answer: Answer) => void): void;
  close(): Promise<void>;
};

/** The redirect engine of one process: cache, spool, answer. */
export function createRedirector(options: { pool: pg.Pool; databaseUrl: string; dataDir: string }): Redirector {
  const spool = openSpool(spoolFolder(options.dataDir));
  const cache = createLinkCache({
    load: (key) => findLink(options.pool, key),
    maxEntries: MAX_CACHED_LINKS,
    unheardLifetimeMs: UNHEARD_LIFETIME_MS,
  });
  const stopListening = listenForChanges(options.databaseUrl, {
    onChange: cache.invalidate,
    onHearing: cache.setHearing,
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
    async close() {
      spool.close();
      await stopListening();
    },
  };
}

/** Where the fronts of one machine leave clicks for its workers. */
export function spoolFolder(dataDir: string): string {
  return path.join(dataDir, "spool");
}
