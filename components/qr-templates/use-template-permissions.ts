import { useQuery } from "@tanstack/react-query";
import { useActor } from "@/components/data/use-actor";
import { groupsQuery } from "@/components/groups/group-queries";
import { canManageTemplate } from "@/lib/qr/policy";

/** The groups for which the user may create templates. */
export function useTemplatePermissions() {
  const actor = useActor();
  const groups = useQuery(groupsQuery).data ?? [];
  // For everyone but an overall_admin, who needs no membership, the list holds only their own groups.
  const memberOf = new Set(groups.map(({ id }) => id));
  const canManageOf = (groupId: string | null) => canManageTemplate(actor, { groupId }, memberOf);
  const canManageAll = canManageOf(null);
  const first = groups.find(({ id }) => canManageOf(id))?.id;
  return {
    canManageAll,
    canCreate: canManageAll || first !== undefined,
    /** Initial group of a new template; null for all groups. */
    firstGroupId: canManageAll ? null : (first ?? null),
  };
}
