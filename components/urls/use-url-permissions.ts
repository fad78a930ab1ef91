import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useActor } from "@/components/data/use-actor";
import { groupsQuery } from "@/components/groups/group-queries";
import { canDeleteUrl, canEditUrl } from "@/lib/urls/policy";
import type { ShortUrl } from "@/lib/urls/types";

export type UrlPermissions = { canEdit: (url: ShortUrl) => boolean; canDelete: (url: ShortUrl) => boolean };

export function useUrlPermissions(): UrlPermissions {
  const actor = useActor();
  const groups = useQuery(groupsQuery).data;
  return useMemo(() => {
    // For everyone but an overall_admin, who needs no membership, the list holds only their own groups.
    const memberOf = new Set(groups?.map(({ id }) => id));
    return {
      canEdit: (url: ShortUrl) => canEditUrl(actor, url, memberOf),
      canDelete: (url: ShortUrl) => canDeleteUrl(actor, url, memberOf),
    };
  }, [actor, groups]);
}
