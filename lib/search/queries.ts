import type { Actor } from "@/lib/actor";
import type { SearchQuery } from "@/lib/search/schema";
import { MAX_FOUND, type SearchResult } from "@/lib/search/types";
import { findListedUrlByCode, hasTrigrams, listUrls, listUrlsByBeginning } from "@/lib/urls/list";
import { canListUsers } from "@/lib/users/policy";
import { listUsers } from "@/lib/users/queries";

/**
 * Finds links like GET /api/urls and people like GET /api/users, the newest first. A link whose short code is the whole
 * text comes before all others. A text with only short words finds only links whose short code begins with it.
 */
export async function search(actor: Actor, { q }: SearchQuery): Promise<SearchResult> {
  const [exact, found, people] = await Promise.all([
    findListedUrlByCode(actor, q),
    hasTrigrams(q) ? listUrls(actor, { q, limit: MAX_FOUND }) : listUrlsByBeginning(actor, q, MAX_FOUND),
    canListUsers(actor) ? listUsers(actor, { q, limit: MAX_FOUND }) : null,
  ]);
  const others = found.items.filter(({ id }) => id !== exact?.id);
  const urls = [...(exact ? [exact] : []), ...others];
  return {
    urls: urls.slice(0, MAX_FOUND),
    hasMoreUrls: found.nextCursor !== null || urls.length > MAX_FOUND,
    people: people?.items ?? [],
    hasMorePeople: people !== null && people.nextCursor !== null,
  };
}
