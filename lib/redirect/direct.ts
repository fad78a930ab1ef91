import { enrichClicks } from "@/lib/clicks/enrich";
import { storeClicks } from "@/lib/clicks/store";
import type { Click } from "@/lib/clicks/types";
import { pool } from "@/lib/db/pool";
import { inTransaction } from "@/lib/db/transaction";
import { log } from "@/lib/log";
import { type Answer, answerFor, answerUnavailable } from "@/lib/redirect/answer";
import { findLinks } from "@/lib/redirect/links";
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
    const link = (await findLinks(pool(), [target.key])).get(target.key) ?? null;
    const click = clickOf(visitor, target, link);
    return { answer: answerFor(link), ...(click && { storeClick: () => storeOne(click) }) };
  } catch (error) {
    log.error({ err: error }, "redirect failed");
    return { answer: answerUnavailable() };
  }
}

async function storeOne(click: Click): Promise<void> {
  const clicks = await enrichClicks(pool(), [click]);
  await inTransaction(pool(), (client) => storeClicks(client, clicks));
}
