import { AuditLogHeader } from "@/app/(dashboard)/settings/audit-log/header";
import { AuditSkeleton } from "@/components/audit/audit-skeleton";

export default function AuditLogLoading() {
  return (
    <>
      <AuditLogHeader />
      <AuditSkeleton />
    </>
  );
}
