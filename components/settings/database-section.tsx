import { SettingsSection } from "@/components/settings/settings-section";
import type { DatabaseServer } from "@/lib/settings/types";

/** Which database server Hop runs on; there is nothing to set. */
export function DatabaseSection({ version, isEmbedded, warning }: DatabaseServer) {
  return (
    <SettingsSection title="Database" description="Set by DATABASE_URL when Hop starts.">
      <p className="text-base text-ink">
        Postgres {version} {isEmbedded && "(embedded)"}
      </p>
      {warning && <p className="text-pretty text-base text-danger-text">{warning}</p>}
    </SettingsSection>
  );
}
