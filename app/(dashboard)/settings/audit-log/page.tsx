import type { Metadata } from "next";
import { AuditLogHeader } from "@/app/(dashboard)/settings/audit-log/header";
import { currentUser } from "@/app/current-user";
import { toListPage } from "@/app/list-page";
import { NO_FILTERS, toAuditSearch } from "@/components/audit/audit-filters";
import { AuditLog } from "@/components/audit/audit-log";
import { InitialData } from "@/components/data/initial-data";
import { AccessDenied } from "@/components/shell/access-denied";
import { SignedOut } from "@/components/shell/signed-out";
import { listAuditSchema } from "@/lib/audit/list-schema";
import { canReadAudit } from "@/lib/audit/policy";
import { listAudit } from "@/lib/audit/queries";
import { toActor } from "@/lib/auth/session";
import { listGroups } from "@/lib/groups/queries";
import { paths } from "@/lib/paths";
import type { CurrentUser } from "@/lib/users/types";

export const metadata: Metadata = { title: "Audit Log" };

export default async function AuditLogPage() {
  const user = await currentUser();
  if (!user) return <SignedOut />;
  return (
    <>
      <AuditLogHeader />
      {canReadAudit(user) ? (
        <AuditLogWithData user={user} />
      ) : (
        <AccessDenied description="You need admin permissions to read the audit log." />
      )}
    </>
  );
}

async function AuditLogWithData({ user }: { user: CurrentUser }) {
  const actor = toActor(user);
  const search = toAuditSearch(NO_FILTERS, 0);
  const query = listAuditSchema.parse(Object.fromEntries(new URLSearchParams(search)));
  const [entries, groups] = await Promise.all([listAudit(actor, query), listGroups(actor)]);
  const page = toListPage(entries, paths.api.audit, search);
  return (
    <InitialData currentUser={user} groups={groups} audit={{ search, page }}>
      <AuditLog />
    </InitialData>
  );
}
