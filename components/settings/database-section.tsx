import { MigrationLines } from "@/components/settings/migration-lines";
import { SettingsSection } from "@/components/settings/settings-section";
import type { DatabaseServer } from "@/lib/settings/types";

/** The database server; read-only. */
export function DatabaseSection({ version, isEmbedded, warning, migrations }: DatabaseServer) {
  return (
    <SettingsSection title="Database" description="Configured by DATABASE_URL.">
      <p className="text-base text-ink">
        Postgres {version} {isEmbedded && "(embedded)"}
      </p>
      {migrations.length > 0 && <MigrationLines migrations={migrations} />}
      {warning && <p className="text-pretty text-base text-danger-text">{warning}</p>}
    </SettingsSection>
  );
}
