import { page } from "@/app/(dashboard)/declare-page";
import { auditLogScreen } from "@/app/(dashboard)/settings/audit-log/loading";
import { toListPage } from "@/app/list-page";
import { type AuditFilters, auditAddress, toAuditSearch } from "@/components/audit/audit-filters";
import { AuditLog } from "@/components/audit/audit-log";
import { auditQuery } from "@/components/audit/audit-queries";
import { readPageSearch } from "@/components/data/address";
import { seed } from "@/components/data/seed";
import { groupsQuery } from "@/components/groups/group-queries";
import type { Actor } from "@/lib/actor";
import { listAuditSchema } from "@/lib/audit/list-schema";
import { canReadAudit } from "@/lib/audit/policy";
import { listGroups } from "@/lib/groups/queries";
import { paths } from "@/lib/paths";
import { searchAudit } from "@/lib/search/audit";

export const metadata = { title: auditLogScreen.title };

export default page({
  screen: auditLogScreen,
  access: { can: canReadAudit, denied: "You need admin permissions to read the audit log." },
  load: (actor, search) => {
    const filters = readPageSearch(auditAddress, search);
    return [seed(auditQuery(filters), firstPage(actor, filters)), seed(groupsQuery, listGroups(actor))];
  },
  view: () => <AuditLog />,
});

async function firstPage(actor: Actor, filters: AuditFilters) {
  const search = toAuditSearch(filters, Date.now());
  const query = listAuditSchema.parse(Object.fromEntries(new URLSearchParams(search)));
  return toListPage(await searchAudit(actor, query), paths.api.audit, search);
}
