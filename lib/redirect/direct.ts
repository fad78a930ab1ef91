import { enrichClicks } from "@/lib/clicks/enrich";
import { storeClicks } from "@/lib/clicks/store";
import type { Click } from "@/lib/clicks/types";
import { pool } from "@/lib/db/pool";
import { inTransaction } from "@/lib/db/transaction";
import { log } from "@/lib/log";
import { type Answer, answerFor, answerLoop, answerUnavailable } from "@/lib/redirect/answer";
import { findLinks, type Link } from "@/lib/redirect/links";
import { isLoop, staysOnHost } from "@/lib/redirect/loop";
import { parseTarget } from "@/lib/redirect/target";
import { clickOf, type Visitor } from "@/lib/redirect/visit";

type DirectAnswer = {
  answer: Answer;
  /** To be run after the answer has gone out; absent where there is no click. */
  storeClick?: () => Promise<void>;
};

/** The redirect without cache and spool: one look-up, and the click straight into Postgres. */
export async function answerDirectly(requestTarget: string, visitor: Visitor): Promise<DirectAnswer> {
  const target = parseTarget(requestTarget);
  if (!target) return { answer: answerFor(null) };
  try {
    const link = await findLink(target.key);
    if (link && staysOnHost(link, visitor.host) && (await isLoop(link, target.key, visitor.host, findLink))) {
      return { answer: answerLoop() };
    }
    const click = clickOf(visitor, target, link, Date.now());
    return { answer: answerFor(link), ...(click && { storeClick: () => storeOne(click) }) };
  } catch (error) {
    log.error({ err: error }, "redirect failed");
    return { answer: answerUnavailable() };
  }
}

async function findLink(key: string): Promise<Link | null> {
  return (await findLinks(pool(), [key])).get(key) ?? null;
}

async function storeOne(click: Click): Promise<void> {
  const clicks = await enrichClicks(pool(), [click]);
  await inTransaction(pool(), (client) => storeClicks(client, clicks));
}
