import { History } from "lucide-react";
import Link from "next/link";
import { loading, type Screen } from "@/app/(dashboard)/declare-page";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { BackLink } from "@/components/shell/back-link";
import { canReadAudit } from "@/lib/audit/policy";
import { paths } from "@/lib/paths";
import { canManageSettings } from "@/lib/settings/policy";

export const settingsScreen: Screen = {
  title: "Settings",
  subtitle: "Base URL and mail server",
  above: (user) => (
    <div className="-mb-3 flex items-center justify-between gap-4">
      <BackLink href={paths.dashboard}>Back to dashboard</BackLink>
      {user && canReadAudit(user) && (
        <Link
          href={paths.auditLog}
          prefetch={false}
          className="touch-target inline-flex items-center gap-1.5 rounded-md text-muted text-sm hover:text-ink"
        >
          <History aria-hidden className="size-4" strokeWidth={1.75} />
          Audit log
        </Link>
      )}
    </div>
  ),
  action: { can: canManageSettings },
  skeleton: <SettingsSkeleton />,
};

export default loading(settingsScreen);
