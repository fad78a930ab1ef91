import { loading, type Screen } from "@/app/(dashboard)/declare-page";
import { AuditLogSkeleton } from "@/components/audit/audit-log";
import { BackLink } from "@/components/settings/back-link";
import { paths } from "@/lib/paths";

export const auditLogScreen: Screen = {
  title: "Audit Log",
  subtitle: "Who did what, and when",
  above: () => (
    <div className="-mb-3 flex">
      <BackLink href={paths.settings}>Back to settings</BackLink>
    </div>
  ),
  skeleton: <AuditLogSkeleton />,
};

export default loading(auditLogScreen);
