import { useRef } from "react";
import { activityHref } from "@/components/audit/activity-address";
import { ActivitySubject, subjectName } from "@/components/audit/activity-subject";
import { activityText } from "@/components/audit/activity-text";
import { auditChanges } from "@/components/audit/audit-changes";
import { AuditChanges } from "@/components/audit/audit-changes-list";
import type { AuditActorFilter } from "@/components/audit/audit-filters";
import { AuditItems } from "@/components/audit/audit-items";
import { findInActor, findInSubject, searchedInChanges } from "@/components/audit/found-in-audit";
import type { SearchedWords } from "@/components/data/use-searched-words";
import type { TableLayout } from "@/components/ui/table/data-table-types";
import { useRowActions } from "@/components/ui/table/row-actions";
import { Highlight } from "@/components/ui/text/highlight";
import { LocalDateTime } from "@/components/ui/text/local-date";
import { type AuditEntry, BULK_URLS } from "@/lib/audit/types";

type AuditContext = {
  groupNames: ReadonlyMap<string, string>;
  /** Search terms to highlight. */
  words: SearchedWords;
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
      headClass: "@table:w-44 @roomy:w-48",
      className: "whitespace-nowrap text-muted text-sm tabular-nums [grid-area:when]",
      skeleton: "w-28",
      cell: ({ occurredAt }) => <LocalDateTime iso={occurredAt} />,
    },
    {
      title: "Who",
      headClass: "@table:w-[20%]",
      className: "[grid-area:who]",
      skeleton: "w-24",
      cell: (entry, context) => <Actor entry={entry} {...context} />,
    },
    {
      title: "What",
      headClass: "@table:w-[28%]",
      className: "mt-1 text-base text-muted [grid-area:what] @table:mt-0",
      skeleton: "w-44",
      cell: (entry, { words }) => (
        <>
          {activityText(entry)} <Subject entry={entry} words={words} />
        </>
      ),
    },
    {
      title: "Changes",
      className: "text-sm [grid-area:changes] @table:py-2",
      skeleton: "hidden w-48 @table:block",
      cell: (entry, { groupNames, words }) =>
        entry.subjectType === BULK_URLS ? (
          <AuditItems entry={entry} groupNames={groupNames} words={words} />
        ) : (
          <AuditChanges
            changes={auditChanges(entry, groupNames)}
            searched={searchedInChanges(entry.subjectType, words)}
          />
        ),
    },
  ],
};

function Actor({ entry, onActor, words }: { entry: AuditEntry } & Pick<AuditContext, "onActor" | "words">) {
  const { actorId, apiKeyId, actorLabel } = entry;
  const id = actorId ?? apiKeyId;
  const label = <Highlight text={actorLabel} ranges={findInActor(entry, words)} />;
  if (!id) return <span className="font-medium text-base text-ink">{label}</span>;
  return (
    <button
      type="button"
      title={`Show only changes by ${actorLabel}`}
      onClick={() => onActor({ id, isKey: actorId === null }, actorLabel)}
      className="touch-target max-w-full truncate rounded-sm text-left font-medium text-base text-ink hover:underline"
    >
      {label}
    </button>
  );
}

function Subject({ entry, words }: { entry: AuditEntry; words: SearchedWords }) {
  const link = useRef<HTMLAnchorElement>(null);
  // In the row of a bulk change, Enter shows its links.
  const leadsOn = entry.subjectType !== BULK_URLS && Boolean(activityHref(entry));
  useRowActions({ open: leadsOn && (() => link.current?.click()) });
  const name = subjectName(entry);
  const ranges = findInSubject(name, entry.subjectType, words);
  return <ActivitySubject ref={link} entry={entry} label={<Highlight text={name} ranges={ranges} />} />;
}

export const auditSearchClass = "col-span-2 @table:w-64";
export const auditFilterClass = "@table:w-40";
export const auditTimeClass = "col-span-2 @table:w-40";
