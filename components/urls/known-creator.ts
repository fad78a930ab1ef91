import { ALL, filteredCreator, type UrlFilters } from "@/components/urls/url-filters";

/**
 * Filters without a creator whom the user may not see, such as that of somebody else's address.
 *
 * @param found the result of looking the creator up
 */
export function withKnownCreator(filters: UrlFilters, found: readonly { id: string }[] | undefined): UrlFilters {
  const id = filteredCreator(filters);
  const isKnown = id === null || !found || found.some((creator) => creator.id === id);
  return isKnown ? filters : { ...filters, creatorId: ALL };
}
