"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useMemo, useState } from "react";
import { type AuditActorFilter, type AuditFilters, auditAddress, isFiltered } from "@/components/audit/audit-filters";
import { auditFilterClass, auditSearchClass, auditTableLayout, auditTimeClass } from "@/components/audit/audit-layout";
import { auditQuery } from "@/components/audit/audit-queries";
import { AuditToolbar } from "@/components/audit/audit-toolbar";
import { useAddressState } from "@/components/data/use-address-state";
import { useClockNote } from "@/components/data/use-clock-note";
import { useDebouncedValue } from "@/components/data/use-debounced-value";
import { useSearchedWords } from "@/components/data/use-searched-words";
import { useGroupNames } from "@/components/groups/use-group-names";
import { EmptyState, NoMatch } from "@/components/ui/empty-state";
import { DataTable, DataTableSkeleton } from "@/components/ui/table/data-table";
import { moreOf } from "@/components/ui/table/list-footer";
import { ToolbarSkeleton } from "@/components/ui/table/list-toolbar";
import type { AuditEntry } from "@/lib/audit/types";
import { plural } from "@/lib/format";

/** Who changed what, and when. */
export function AuditLog() {
  const [filters, change] = useAddressState(auditAddress);
  // Shown if no entry contains the name.
  const [picked, setPicked] = useState("Selected user or key");
  const text = useDebouncedValue(filters.text);
  const words = useSearchedWords(text);
  const log = useInfiniteQuery({ ...auditQuery({ ...filters, text }), placeholderData: keepPreviousData });
  const entries = useMemo(() => log.data?.pages.flatMap(({ items }) => items), [log.data]);

  const clockNote = useClockNote("Filter dates");
  const groupNames = useGroupNames();
  const context = useMemo(
    () => ({
      groupNames,
      words,
      onActor: (actor: AuditActorFilter, label: string) => {
        setPicked(label);
        change({ ...filters, actor });
      },
    }),
    [groupNames, words, filters, change],
  );

  const onRetry = () => void (log.data ? log.fetchNextPage() : log.refetch());
  return (
    <DataTable
      layout={auditTableLayout}
      rows={entries}
      context={context}
      failure={
        log.isError ? { title: "The audit log could not be loaded", onRetry, retrying: log.isFetching } : undefined
      }
      toolbar={
        <AuditToolbar
          filters={filters}
          actorLabel={actorLabel(filters, entries) ?? picked}
          busy={text !== filters.text || log.isPlaceholderData}
          onChange={change}
        />
      }
      empty={
        isFiltered(filters) ? (
          <NoMatch
            title="No entries match your filters"
            description="Search for another short URL or person, or clear the filters."
          />
        ) : (
          <EmptyState icon={History} title="No changes yet" description="Every change is recorded here." />
        )
      }
      more={moreOf(log)}
      footer={`Showing ${plural(entries?.length ?? 0, "entry", "entries")}`}
      footerAction={clockNote && <p>{clockNote}</p>}
    />
  );
}

export function AuditLogSkeleton() {
  return (
    <DataTableSkeleton
      layout={auditTableLayout}
      toolbar={<ToolbarSkeleton fields={[auditSearchClass, auditFilterClass, auditFilterClass, auditTimeClass]} />}
    />
  );
}

/** The name of the user or key that is filtered by, from their entries. */
function actorLabel({ actor }: AuditFilters, entries: readonly AuditEntry[] = []) {
  return entries.find(({ actorId, apiKeyId }) => (actorId ?? apiKeyId) === actor?.id)?.actorLabel;
}
