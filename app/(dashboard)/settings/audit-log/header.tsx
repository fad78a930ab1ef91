import { BackLink } from "@/components/settings/back-link";
import { PageHeader } from "@/components/shell/page-header";
import { paths } from "@/lib/paths";

export function AuditLogHeader() {
  return (
    <>
      <div className="-mb-3 flex">
        <BackLink href={paths.settings}>Back to settings</BackLink>
      </div>
      <PageHeader title="Audit Log" subtitle="Who did what, and when" />
    </>
  );
}
