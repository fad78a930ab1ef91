import { enrichClicks } from "@/lib/clicks/enrich";
import { removeUnknownPlacements } from "@/lib/clicks/placements";
import { storeClicks } from "@/lib/clicks/store";
import type { Click } from "@/lib/clicks/types";
import { pool } from "@/lib/db/pool";
import { inTransaction } from "@/lib/db/transaction";
import { env, storesVisitorDetails } from "@/lib/env";
import { log } from "@/lib/log";
import { type Answer, answerFor, LOOP, UNAVAILABLE } from "@/lib/redirect/answer";
import { findLinks, type Link } from "@/lib/redirect/links";
import { isLoop, staysOnHost } from "@/lib/redirect/loop";
import { languageOf, type RequestHead, readVisit, toClick } from "@/lib/redirect/visit";

type DirectAnswer = {
  answer: Answer;
  /** To be called after the answer is sent; absent if nothing is counted. */
  storeClick?: () => Promise<void>;
};

/**
 * A redirect without cache and spool: one query, and the click goes straight to Postgres. Not behind a front, which
 * answers all short URLs itself: spellings that it leaves to Next, such as /%2561bc and /abc#, would not be limited.
 */
export async function answerDirectly(head: RequestHead, ip: string | null): Promise<DirectAnswer> {
  if (env().HOP_ROLE === "app") return { answer: answerFor(null) };
  const visit = readVisit(head, {
    ip,
    country: null,
    language: storesVisitorDetails() ? languageOf(head.acceptLanguage) : null,
  });
  if (!visit) return { answer: answerFor(null) };
  try {
    const link = await findLink(visit.key);
    if (link && staysOnHost(link, visit.host) && (await isLoop(link, visit.key, visit.host, findLink))) {
      return { answer: LOOP };
    }
    const click = toClick(visit, link, Date.now());
    return { answer: answerFor(link), ...(click && { storeClick: () => storeOne(click) }) };
  } catch (error) {
    log.error({ err: error }, "redirect failed");
    return { answer: UNAVAILABLE };
  }
}

async function findLink(key: string): Promise<Link | null> {
  return (await findLinks(pool(), [key])).get(key) ?? null;
}

async function storeOne(click: Click): Promise<void> {
  const clicks = await enrichClicks(pool(), [click]);
  await removeUnknownPlacements(pool(), clicks);
  await inTransaction(pool(), (client) => storeClicks({ pool: pool(), client }, clicks));
}
