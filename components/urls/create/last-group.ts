import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { groupsQuery } from "@/components/groups/group-queries";
import { readSaved, save } from "@/components/ui/browser-storage";

const STORAGE_KEY = "hop.last-group";

/** Stores the group of a newly created link in this browser; null for none. */
export function rememberLastGroup(groupId: string | null): void {
  save(STORAGE_KEY, groupId);
}

/** The remembered group, if it is one of these. */
export function findLastGroup(groups: readonly { id: string }[]): string | undefined {
  const last = readSaved(STORAGE_KEY);
  return groups.find(({ id }) => id === last)?.id;
}

/** Calls back once with the remembered group, if it is still one of the user's. */
export function useLastGroup(onKnown: (groupId: string) => void): void {
  const groups = useQuery(groupsQuery).data;
  const isDone = useRef(false);
  useEffect(() => {
    if (!groups || isDone.current) return;
    isDone.current = true;
    const last = findLastGroup(groups);
    if (last) onKnown(last);
  }, [groups, onKnown]);
}
