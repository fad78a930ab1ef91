import { loading, type Screen } from "@/app/(dashboard)/declare-page";
import { AuditLogSkeleton } from "@/components/audit/audit-log";
import { BackRow } from "@/components/shell/back-link";
import { paths } from "@/lib/paths";

export const auditLogScreen: Screen = {
  title: "Audit Log",
  subtitle: "Who did what, and when",
  above: () => <BackRow href={paths.settings}>Back to settings</BackRow>,
  skeleton: <AuditLogSkeleton />,
};

export default loading(auditLogScreen);
