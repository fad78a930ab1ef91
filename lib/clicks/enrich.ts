import { isbot } from "isbot";
import type { Click } from "@/lib/clicks/types";

export type EnrichedClick = Click & {
  /** Redirected, stored, and left out of every count that people see (design section 5). */
  isBot: boolean;
};

/** Few user agents make most visits; judging one takes a long regular expression. */
const MAX_KNOWN = 10_000;
const known = new Map<string, boolean>();

function isBotName(userAgent: string): boolean {
  const judged = known.get(userAgent);
  if (judged !== undefined) return judged;
  const isBot = isbot(userAgent);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(userAgent, isBot);
  return isBot;
}

/** Works out what the redirect had no time for. */
export function enrichClick(click: Click): EnrichedClick {
  return { ...click, isBot: click.isPrefetch || !click.userAgent || isBotName(click.userAgent) };
}
