import { SettingsSection } from "@/components/settings/settings-section";
import type { DatabaseServer } from "@/lib/settings/types";

/** The database server; read-only. */
export function DatabaseSection({ version, isEmbedded, warning }: DatabaseServer) {
  return (
    <SettingsSection title="Database" description="Configured by DATABASE_URL.">
      <p className="text-base text-ink">
        Postgres {version} {isEmbedded && "(embedded)"}
      </p>
      {warning && <p className="text-pretty text-base text-danger-text">{warning}</p>}
    </SettingsSection>
  );
}
