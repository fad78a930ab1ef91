import { RelativeTime } from "@/components/ui/relative-time";
import { formatBytes } from "@/lib/format";
import type { BackupState } from "@/lib/schedule/types";

/** The last scheduled backup, and why the latest attempt failed. */
export function BackupLines({ address, last, failure }: BackupState) {
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
