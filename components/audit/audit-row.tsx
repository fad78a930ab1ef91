"use client";

import { memo } from "react";
import { activityText } from "@/components/audit/activity-text";
import { type AuditChange, auditChanges } from "@/components/audit/audit-changes";
import type { AuditFilters } from "@/components/audit/audit-filters";
import { cn } from "@/components/ui/cn";
import { LocalDateTime } from "@/components/ui/local-date";
import { TableCell, TableRow } from "@/components/ui/table";
import type { AuditEntry } from "@/lib/audit/types";

type AuditRowProps = {
  entry: AuditEntry;
  groupNames: ReadonlyMap<string, string>;
  onActor: (actor: AuditFilters["actor"]) => void;
};

export const AuditRow = memo(function AuditRow({ entry, groupNames, onActor }: AuditRowProps) {
  const { actorId, apiKeyId, actorLabel, subjectType, subjectLabel } = entry;
  const id = actorId ?? apiKeyId;
  return (
    <TableRow className="gap-x-3 px-4 py-3 [grid-template-areas:'who_when'_'what_what'_'changes_changes'] grid-cols-[minmax(0,1fr)_auto] first:border-t-0 @table:p-0 @table:first:border-t">
      <TableCell className="self-center whitespace-nowrap text-muted text-sm tabular-nums [grid-area:when]">
        <LocalDateTime iso={entry.occurredAt} />
      </TableCell>
      <TableCell className="[grid-area:who]">
        {id ? (
          <button
            type="button"
            title={`Only what ${actorLabel} did`}
            onClick={() => onActor({ id, label: actorLabel, isKey: actorId === null })}
            className="max-w-full truncate rounded-sm text-left font-medium text-base text-ink hover:underline"
          >
            {actorLabel}
          </button>
        ) : (
          <span className="font-medium text-base text-ink">{actorLabel}</span>
        )}
      </TableCell>
      <TableCell className="mt-1 text-base text-muted [grid-area:what] @table:mt-0">
        {activityText(entry)}{" "}
        <span className={cn("wrap-anywhere text-ink", subjectType === "short_url" && "font-mono text-sm")}>
          {subjectLabel}
        </span>
      </TableCell>
      <TableCell className="text-sm [grid-area:changes] @table:py-2">
        <Changes changes={auditChanges(entry, groupNames)} />
      </TableCell>
    </TableRow>
  );
});

function Changes({ changes }: { changes: readonly AuditChange[] }) {
  if (changes.length === 0) return null;
  return (
    <ul className="mt-1.5 grid gap-0.5 @table:mt-0">
      {changes.map((change) => (
        <li key={change.field} className="wrap-anywhere text-muted">
          {change.field && `${change.field}: `}
          {change.before !== undefined && (
            <del className={cn(change.after === undefined ? "line-through" : "no-underline")}>{change.before}</del>
          )}
          {change.before !== undefined && change.after !== undefined && (
            <>
              {" "}
              <span aria-hidden>→</span>
              <span className="sr-only">became</span>{" "}
            </>
          )}
          {change.after !== undefined && <ins className="text-ink no-underline">{change.after}</ins>}
        </li>
      ))}
    </ul>
  );
}
