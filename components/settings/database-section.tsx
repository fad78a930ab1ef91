"use client";

import { useQuery } from "@tanstack/react-query";
import { MigrationLines } from "@/components/settings/migration-lines";
import { databaseServerQuery } from "@/components/settings/settings-queries";
import { SettingsSection } from "@/components/settings/settings-section";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { BackupState } from "@/lib/backup-schedule/types";
import { formatBytes } from "@/lib/format";

/** The database server and its backups; read-only. */
export function DatabaseSection({ backups }: { backups: BackupState }) {
  const { data: server } = useQuery(databaseServerQuery);
  const warning = server?.warning;
  return (
    <SettingsSection title="Database" description="Configured by DATABASE_URL and BACKUP_TO.">
      {server && (
        <>
          <p className="text-base text-ink">{`Postgres ${server.version}${server.isEmbedded ? " (embedded)" : ""}`}</p>
          {server.migrations.length > 0 && <MigrationLines migrations={server.migrations} />}
        </>
      )}
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
