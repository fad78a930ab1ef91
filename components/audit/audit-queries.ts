import { type AuditFilters, auditAddress, toAuditSearch } from "@/components/audit/audit-filters";
import { toAddress } from "@/components/data/address";
import { callQuery } from "@/components/data/call-query";
import { pagesQuery } from "@/components/data/list-queries";
import type { AuditEntry, AuditItem } from "@/lib/audit/types";
import { paths } from "@/lib/paths";

/** The audit log, newest first, page by page. `since` counts from when it is fetched. */
export function auditQuery(filters: AuditFilters) {
  const queryKey = [paths.api.audit, "pages", toAddress(auditAddress, filters)];
  return pagesQuery<AuditEntry>(paths.api.audit, toAuditSearch(filters, Date.now()), queryKey);
}

/** What a bulk change did to each of its subjects. */
export function auditItemsQuery(entryId: string) {
  return callQuery<AuditItem[]>(paths.api.auditItems(entryId), [paths.api.audit, entryId, "items"]);
}
