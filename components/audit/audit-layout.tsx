import { ActivitySubject } from "@/components/audit/activity-subject";
import { activityText } from "@/components/audit/activity-text";
import { auditChanges } from "@/components/audit/audit-changes";
import { AuditChanges } from "@/components/audit/audit-changes-list";
import type { AuditActorFilter } from "@/components/audit/audit-filters";
import { AuditItems } from "@/components/audit/audit-items";
import type { TableLayout } from "@/components/ui/data-table-types";
import { LocalDateTime } from "@/components/ui/local-date";
import { type AuditEntry, BULK_URLS } from "@/lib/audit/types";

export type AuditContext = {
  groupNames: ReadonlyMap<string, string>;
  onActor: (actor: AuditActorFilter, label: string) => void;
};

export const auditTableLayout: TableLayout<AuditEntry, AuditContext> = {
  label: "Audit log",
  rowName: (entry) => `${entry.actorLabel} ${activityText(entry)} ${entry.subjectLabel}`,
  rowClass:
    "grid-cols-[minmax(0,1fr)_auto] [grid-template-areas:'who_when'_'what_what'_'changes_changes'] hover:bg-transparent dark:hover:bg-transparent @table:has-aria-expanded:[&>td]:align-top @table:has-aria-expanded:[&>td:not(:last-child)]:pt-3.5",
  columns: [
    {
      title: "When",
      headClass: "@table:w-34 @roomy:w-48",
      className: "whitespace-nowrap text-muted text-sm tabular-nums [grid-area:when]",
      skeleton: "w-28",
      cell: ({ occurredAt }) => <LocalDateTime iso={occurredAt} />,
    },
    {
      title: "Who",
      headClass: "@table:w-[20%]",
      className: "[grid-area:who]",
      skeleton: "w-24",
      cell: (entry, { onActor }) => <Actor entry={entry} onActor={onActor} />,
    },
    {
      title: "What",
      headClass: "@table:w-[28%]",
      className: "mt-1 text-base text-muted [grid-area:what] @table:mt-0",
      skeleton: "w-44",
      cell: (entry) => (
        <>
          {activityText(entry)} <ActivitySubject entry={entry} />
        </>
      ),
    },
    {
      title: "Changes",
      className: "text-sm [grid-area:changes] @table:py-2",
      skeleton: "hidden w-48 @table:block",
      cell: (entry, { groupNames }) =>
        entry.subjectType === BULK_URLS ? (
          <AuditItems entry={entry} groupNames={groupNames} />
        ) : (
          <AuditChanges changes={auditChanges(entry, groupNames)} />
        ),
    },
  ],
};

function Actor({ entry, onActor }: { entry: AuditEntry } & Pick<AuditContext, "onActor">) {
  const { actorId, apiKeyId, actorLabel } = entry;
  const id = actorId ?? apiKeyId;
  if (!id) return <span className="font-medium text-base text-ink">{actorLabel}</span>;
  return (
    <button
      type="button"
      title={`Show only changes by ${actorLabel}`}
      onClick={() => onActor({ id, isKey: actorId === null }, actorLabel)}
      className="touch-target max-w-full truncate rounded-sm text-left font-medium text-base text-ink hover:underline"
    >
      {actorLabel}
    </button>
  );
}

export const auditSearchClass = "col-span-2 @table:w-64";
export const auditFilterClass = "@table:w-40";
export const auditTimeClass = "col-span-2 @table:w-40";
