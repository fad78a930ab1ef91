import type { Actor } from "@/lib/actor";
import { searchPeople } from "@/lib/groups/people";
import type { ListCreatorsQuery } from "@/lib/urls/list-schema";
import { MAX_CREATORS, type UrlCreator } from "@/lib/urls/types";

/** Lists the people by whom the actor can filter links: those the actor may see, the actor first, then by name. */
export async function listCreators(actor: Actor, query: ListCreatorsQuery): Promise<UrlCreator[]> {
  return searchPeople(actor, { ...query, limit: MAX_CREATORS });
}
