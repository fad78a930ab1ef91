import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { groupsQuery } from "@/components/groups/group-queries";

/** The names of the groups that the user sees, by id. */
export function useGroupNames(): ReadonlyMap<string, string> {
  const groups = useQuery(groupsQuery).data;
  return useMemo(() => new Map(groups?.map(({ id, name }) => [id, name])), [groups]);
}

/** The name of a group; null for no group. */
export function groupNameOf(groupId: string | null, names: ReadonlyMap<string, string>): string | null {
  return groupId && (names.get(groupId) ?? "Another group");
}
