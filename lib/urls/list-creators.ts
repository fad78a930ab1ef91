import type { Actor } from "@/lib/actor";
import { searchPeople } from "@/lib/groups/people";
import type { ListCreatorsQuery } from "@/lib/urls/list-schema";
import { MAX_CREATORS, type UrlCreator } from "@/lib/urls/types";

/** Lists people whom the actor may see, by whom links can be filtered: the actor first, then by name. */
export async function listCreators(actor: Actor, query: ListCreatorsQuery = {}): Promise<UrlCreator[]> {
  return searchPeople(actor, { ...query, limit: MAX_CREATORS });
}
