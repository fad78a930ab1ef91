import { NO_GROUP } from "@/components/urls/group-options";
import { ALL } from "@/components/urls/url-filters";

/** Filters without a group that the user doesn't see, such as that of somebody else's address. */
export function withKnownGroup<Filters extends { groupId: string }>(
  filters: Filters,
  groups: readonly { id: string }[] | undefined,
): Filters {
  const { groupId } = filters;
  const isKnown = groupId === ALL || groupId === NO_GROUP || !groups || groups.some(({ id }) => id === groupId);
  return isKnown ? filters : { ...filters, groupId: ALL };
}
