import { MigrationLines } from "@/components/settings/migration-lines";
import { SettingsSection } from "@/components/settings/settings-section";
import { RelativeTime } from "@/components/ui/relative-time";
import { formatBytes } from "@/lib/format";
import type { BackupState } from "@/lib/schedule/types";
import type { DatabaseServer } from "@/lib/settings/types";

/** The database server and its backups; read-only. */
export function DatabaseSection({
  version,
  isEmbedded,
  warning,
  migrations,
  backups,
}: DatabaseServer & { backups: BackupState }) {
  return (
    <SettingsSection title="Database" description="Configured by DATABASE_URL and BACKUP_TO.">
      <p className="text-base text-ink">
        Postgres {version} {isEmbedded && "(embedded)"}
      </p>
      {migrations.length > 0 && <MigrationLines migrations={migrations} />}
      <BackupLines {...backups} />
      {warning && <p className="text-pretty text-base text-danger-text">{warning}</p>}
    </SettingsSection>
  );
}

/** The last scheduled backup, and why the latest attempt failed. */
function BackupLines({ address, last, failure }: BackupState) {
  if (!address) return <p className="text-base text-muted">No backups are scheduled (BACKUP_TO).</p>;
  return (
    <>
      <p className="text-base text-ink [overflow-wrap:anywhere]">
        {last ? (
          <>
            Last backup: <RelativeTime iso={last.at.toISOString()} />, {formatBytes(last.bytes)}, in {address}
          </>
        ) : (
          <>No backup in {address} yet.</>
        )}
      </p>
      {failure && (
        <p className="text-pretty text-base text-danger-text [overflow-wrap:anywhere]">
          The last attempt failed (<RelativeTime iso={failure.at.toISOString()} />
          ): {failure.message.replace(/\.$/, "")}. It will be retried.
        </p>
      )}
    </>
  );
}
