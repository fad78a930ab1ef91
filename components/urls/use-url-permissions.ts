"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { groupsQuery } from "@/components/data/query-options";
import { useCurrentUser } from "@/components/data/use-current-user";
import { canDeleteUrl, canEditUrl } from "@/lib/urls/policy";
import type { ShortUrl } from "@/lib/urls/types";

export type UrlPermissions = { canEdit: (url: ShortUrl) => boolean; canDelete: (url: ShortUrl) => boolean };

/** What the user may do with each link: what the server would allow. */
export function useUrlPermissions(): UrlPermissions {
  const user = useCurrentUser();
  const groups = useQuery(groupsQuery).data;
  return useMemo(() => {
    if (!user) return { canEdit: () => false, canDelete: () => false };
    const actor = { id: user.id, role: user.role, label: user.email };
    // Of everybody but overall_admin, who needs no membership, the list of groups holds one's own alone.
    const memberOf = new Set(groups?.map(({ id }) => id));
    return {
      canEdit: (url: ShortUrl) => canEditUrl(actor, url, memberOf),
      canDelete: (url: ShortUrl) => canDeleteUrl(actor, url, memberOf),
    };
  }, [user, groups]);
}
