"use client";

import { useCallback, useMemo, useState } from "react";
import { AdminMaintenanceButtons } from "@/components/bulk-jobs/admin-maintenance-buttons";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { ListFailed, ListOutdated } from "@/components/ui/list-faces";
import { ListFooter } from "@/components/ui/list-footer";
import { onDemand } from "@/components/ui/on-demand";
import { type OpenUrlDialog, type UrlDialogState, UrlDialogs } from "@/components/urls/url-dialogs";
import { isFiltered, NO_FILTERS } from "@/components/urls/url-filters";
import { NEWEST_FIRST, nextSort, type SortColumn } from "@/components/urls/url-sort";
import { UrlTableBody } from "@/components/urls/url-table-body";
import { UrlsNoMatch, UrlsNone } from "@/components/urls/url-table-faces";
import { urlToolbarClasses } from "@/components/urls/url-table-layout";
import { UrlTableSkeleton } from "@/components/urls/url-table-skeleton";
import { UrlTableToolbar } from "@/components/urls/url-table-toolbar";
import { useSelection } from "@/components/urls/use-selection";
import { useUrlList } from "@/components/urls/use-url-list";
import { useUrlPermissions } from "@/components/urls/use-url-permissions";
import { formatCount } from "@/lib/format";

const BulkBar = onDemand(() => import("@/components/urls/bulk-bar").then((file) => file.BulkBar));

/** The links of the user: filters, rows, what can be done with them, and a face for each state without rows. */
export function UrlTable() {
  const [filters, setFilters] = useState(NO_FILTERS);
  const [sort, setSort] = useState(NEWEST_FIRST);
  const { list, urls, total, searching, hasFailed, retry, retrying, ...more } = useUrlList(filters, sort);
  const permissions = useUrlPermissions();
  const onSort = useCallback((column: SortColumn) => setSort((before) => nextSort(before, column)), []);

  const selectable = useMemo(
    () => urls.filter((url) => permissions.canEdit(url) || permissions.canDelete(url)),
    [urls, permissions],
  );
  const selectableIds = useMemo(() => selectable.map(({ id }) => id), [selectable]);
  const { selected, select, replace } = useSelection(selectableIds);
  // What a filter hides is not acted on.
  const chosen = useMemo(() => selectable.filter(({ id }) => selected.has(id)), [selectable, selected]);
  const selectAllBox = useMemo(
    () => (
      <Checkbox
        label="Select all shown"
        checked={chosen.length === 0 ? false : chosen.length === selectable.length || "mixed"}
        disabled={selectable.length === 0}
        onChange={({ target }) => replace(target.checked ? selectableIds : [])}
      />
    ),
    [chosen.length, selectable.length, selectableIds, replace],
  );

  const [dialog, setDialog] = useState<UrlDialogState | null>(null);
  const openDialog = useCallback<OpenUrlDialog>(
    (kind, url, returnFocusTo) => setDialog({ kind, url, open: true, returnFocusTo }),
    [],
  );

  if (list.isPending) return <UrlTableSkeleton />;
  if (!list.data) {
    return (
      <Card aria-label="Short URLs">
        <ListFailed title="Your URLs could not be loaded" onRetry={retry} retrying={retrying} />
      </Card>
    );
  }
  return (
    <>
      <Card aria-label="Short URLs">
        {total > 0 ? (
          <UrlTableToolbar filters={filters} onFilter={setFilters} sort={sort} onSort={setSort} busy={searching} />
        ) : (
          <AdminMaintenanceButtons className={urlToolbarClasses.maintenanceAlone} />
        )}
        {hasFailed && <ListOutdated onRetry={retry} retrying={retrying} />}
        <BulkBar
          open={chosen.length > 0}
          onOpenChange={() => replace([])}
          urls={chosen}
          permissions={permissions}
          onDone={replace}
        />
        {urls.length > 0 && (
          <UrlTableBody
            urls={urls}
            permissions={permissions}
            sort={sort}
            onSort={onSort}
            selectAll={selectAllBox}
            selected={selected}
            onSelect={select}
            onOpen={openDialog}
          />
        )}
        {urls.length === 0 && !isFiltered(filters) && <UrlsNone />}
        {urls.length === 0 && isFiltered(filters) && <UrlsNoMatch filters={filters} searching={searching} />}
        <ListFooter {...more}>Showing {formatCount(urls.length)} URLs</ListFooter>
      </Card>
      <UrlDialogs
        state={dialog}
        canDelete={dialog !== null && permissions.canDelete(dialog.url)}
        onClose={() => setDialog((before) => before && { ...before, open: false })}
      />
    </>
  );
}
