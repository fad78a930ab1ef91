import { isbot } from "isbot";
import type { Click } from "@/lib/clicks/types";

export type EnrichedClick = Click & {
  /** Redirected, stored, and left out of every count that people see (design section 5). */
  isBot: boolean;
};

/** Works out what the redirect had no time for. */
export function enrichClick(click: Click): EnrichedClick {
  return { ...click, isBot: click.isPrefetch || !click.userAgent || isbot(click.userAgent) };
}
