import { History } from "lucide-react";
import Link from "next/link";
import { BackLink } from "@/components/settings/back-link";
import { PageHeader } from "@/components/shell/page-header";
import { paths } from "@/lib/paths";

/** @param canReadAudit shows the way to the audit log */
export function SettingsHeader({ canReadAudit = false }: { canReadAudit?: boolean }) {
  return (
    <>
      <div className="-mb-3 flex items-center justify-between gap-4">
        <BackLink href={paths.dashboard}>Back to dashboard</BackLink>
        {canReadAudit && (
          <Link
            href={paths.auditLog}
            prefetch={false}
            className="inline-flex items-center gap-1.5 rounded-md text-muted text-sm hover:text-ink"
          >
            <History aria-hidden className="size-4" strokeWidth={1.75} />
            Audit log
          </Link>
        )}
      </div>
      <PageHeader title="Settings" subtitle="The address of this installation, and how it sends mail" />
    </>
  );
}
