import { BackupLines } from "@/components/settings/backup-lines";
import { MigrationLines } from "@/components/settings/migration-lines";
import { SettingsSection } from "@/components/settings/settings-section";
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
