"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { History, SearchX } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { type AuditFilters, isFiltered, NO_FILTERS, toAuditSearch } from "@/components/audit/audit-filters";
import { AuditRow } from "@/components/audit/audit-row";
import { AuditRowsSkeleton, AuditSkeleton } from "@/components/audit/audit-skeleton";
import { AuditTableHead } from "@/components/audit/audit-table-head";
import { AuditToolbar } from "@/components/audit/audit-toolbar";
import { auditQuery, groupsQuery } from "@/components/data/query-options";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ListFailed } from "@/components/ui/list-faces";
import { ListFooter } from "@/components/ui/list-footer";
import { Table, TableBody } from "@/components/ui/table";
import { plural } from "@/lib/format";

/** Who changed what and when: filters, entries, and a face for each state that has none. */
export function AuditLog() {
  const [filters, setFilters] = useState(NO_FILTERS);
  const [search, setSearch] = useState(() => toAuditSearch(NO_FILTERS, 0));
  const log = useInfiniteQuery(auditQuery(search));
  const groups = useQuery(groupsQuery).data;
  const groupNames = useMemo(() => new Map(groups?.map(({ id, name }) => [id, name])), [groups]);

  const change = useCallback((changed: AuditFilters) => {
    setFilters(changed);
    setSearch(toAuditSearch(changed, Date.now()));
  }, []);
  const onActor = useCallback((actor: AuditFilters["actor"]) => change({ ...filters, actor }), [change, filters]);

  const isFirst = !isFiltered(filters);
  if (log.isPending && isFirst) return <AuditSkeleton />;
  const entries = log.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Card aria-label="Audit log">
      <AuditToolbar filters={filters} onChange={change} />
      {log.isPending && <AuditRowsSkeleton />}
      {log.isError && (
        <ListFailed
          title="The audit log could not be loaded"
          onRetry={() => void (log.data ? log.fetchNextPage() : log.refetch())}
          retrying={log.isFetching}
        />
      )}
      {log.data && entries.length === 0 && <NoEntries filtered={!isFirst} />}
      {entries.length > 0 && (
        <>
          <Table>
            <AuditTableHead />
            <TableBody>
              {entries.map((entry) => (
                <AuditRow key={entry.id} entry={entry} groupNames={groupNames} onActor={onActor} />
              ))}
            </TableBody>
          </Table>
          <ListFooter
            matching={log.data?.pages[0]}
            hasMore={log.hasNextPage}
            loadMore={() => void log.fetchNextPage()}
            loadingMore={log.isFetchingNextPage}
          >
            Showing {plural(entries.length, "entry", "entries")}
          </ListFooter>
        </>
      )}
    </Card>
  );
}

function NoEntries({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState
        role="status"
        icon={SearchX}
        title="No entries match your filters"
        description="Choose a longer time, or clear the filters."
      />
    );
  }
  return <EmptyState icon={History} title="Nothing was changed yet" description="Every change is written down here." />;
}
