"use client";

import { type ReactNode, useCallback, useMemo, useRef } from "react";
import { useAddressState } from "@/components/data/use-address-state";
import { useGroupNames } from "@/components/groups/use-group-names";
import { onDemand } from "@/components/ui/button/on-demand";
import { DataTable, DataTableSkeleton } from "@/components/ui/table/data-table";
import { useSelection } from "@/components/ui/table/use-selection";
import { analysedAddress } from "@/components/urls/analytics/analysed-link";
import { NoUrls, shownText } from "@/components/urls/list/no-urls";
import { isFiltered } from "@/components/urls/list/url-filters";
import { UrlToolbarSkeleton, urlTableLayout } from "@/components/urls/list/url-layout";
import { UrlTableToolbar } from "@/components/urls/list/url-table-toolbar";
import { useUrlList } from "@/components/urls/list/use-url-list";
import { useUrlView } from "@/components/urls/list/use-url-view";
import { AdminMaintenanceButtons, AdminMaintenanceMenu } from "@/components/urls/maintenance/admin-maintenance-buttons";
import { useMaintenance } from "@/components/urls/maintenance/use-maintenance";
import { type OpenUrlDialog, UrlAnalyticsDialogById, UrlDialogs, useUrlDialogs } from "@/components/urls/url-dialogs";
import { URLS } from "@/components/urls/url-queries";
import { type UrlPermissions, useUrlPermissions } from "@/components/urls/use-url-permissions";
import type { ListedUrl, ShortUrl } from "@/lib/urls/types";

const BulkBar = onDemand(() => import("@/components/urls/bulk/bulk-bar").then((file) => file.BulkBar));

type UrlTableProps = {
  /** Shown in the footer. */
  note?: ReactNode;
};

export function UrlTable({ note }: UrlTableProps) {
  const { filters, setFilters, sort, setSort, tableSort } = useUrlView();
  const { loadAll, ...found } = useUrlList(filters, sort, URLS);
  const { list, urls, words, total, searching, failure, more, hasAllMatching } = found;
  const permissions = useUrlPermissions();

  const { selection, selected, replace, select } = useUrlSelection(urls, permissions);
  const view = useMemo(() => ({ filters, sort, ids: selection.ids }), [filters, sort, selection.ids]);
  const latestView = useRef(view);
  latestView.current = view;
  /** Unless the list or the selection changes meanwhile. */
  const onSelectMatching = async () => {
    const isWanted = () => latestView.current === view;
    const all = await loadAll(isWanted);
    if (isWanted()) select(all);
  };
  const { dialogs, onOpen, analysed, setAnalysed } = useTableDialogs();
  const groupNames = useGroupNames();
  const context = useMemo(() => ({ permissions, onOpen, words, groupNames }), [permissions, onOpen, words, groupNames]);

  return (
    <>
      <BulkBar
        open={selected.length > 0}
        onOpenChange={() => replace([])}
        urls={selected}
        permissions={permissions}
        filters={filters}
        scope={{
          isAllShown: selection.all === true,
          hasAllMatching,
          matching: more.hasMore ? (more.matching ?? { total }) : undefined,
          onSelectShown: () => selection.onSelectAll(true),
          onSelectMatching,
        }}
        onDone={replace}
      />
      <DataTable
        layout={urlTableLayout}
        rows={list.data && urls}
        context={context}
        failure={failure}
        toolbar={
          total > 0 || isFiltered(filters) ? (
            <UrlTableToolbar filters={filters} onFilter={setFilters} sort={sort} onSort={setSort} busy={searching} />
          ) : (
            list.data && <EmptyTableMaintenance />
          )
        }
        empty={<NoUrls filters={filters} searching={searching} onFilter={setFilters} />}
        more={more}
        footer={shownText(urls.length, "URL", searching)}
        footerAction={note}
        sort={tableSort}
        selection={selection}
      />
      <UrlDialogs {...dialogs} />
      <UrlAnalyticsDialogById
        open={analysed !== null}
        onOpenChange={() => setAnalysed(null)}
        link={analysed}
        onLink={setAnalysed}
        urls={urls}
      />
    </>
  );
}

/** Which dialog of a row is open. The one with a link's analytics is kept in the address. */
function useTableDialogs() {
  const { onOpen: openOther, ...dialogs } = useUrlDialogs();
  const [analysed, setAnalysed] = useAddressState(analysedAddress);
  const onOpen = useCallback<OpenUrlDialog>(
    (kind, url, returnFocusTo) => {
      if (kind === "analytics") setAnalysed({ id: url.id, tab: "analytics", showsBots: false });
      else openOther(kind, url, returnFocusTo);
    },
    [setAnalysed, openOther],
  );
  return { dialogs, onOpen, analysed, setAnalysed };
}

/** Shown for an empty table, which has nothing to search or filter. */
function EmptyTableMaintenance() {
  const actions = useMaintenance();
  if (actions.length === 0) return null;
  return (
    <div className="flex justify-end px-4 py-3 @table:px-5">
      <AdminMaintenanceButtons actions={actions} />
      <AdminMaintenanceMenu actions={actions} />
    </div>
  );
}

export function UrlTableSkeleton() {
  return <DataTableSkeleton layout={urlTableLayout} toolbar={<UrlToolbarSkeleton />} isSelectable />;
}

/** The links selected in the table: those that the user may change. */
function useUrlSelection(urls: readonly ListedUrl[], permissions: UrlPermissions) {
  const options = useMemo(
    () => ({
      refusal: (url: ShortUrl) =>
        canChange(permissions, url) ? null : "Only its owner and admins can change this link.",
      refusalOfAll: "You can't change any of the links shown.",
      label: ({ shortCode }: ShortUrl) => `Select ${shortCode}`,
    }),
    [permissions],
  );
  const { replace, ...selection } = useSelection(urls, options);
  /** Selects those of the chosen links that the user may change. */
  const select = (chosen: readonly ShortUrl[]) =>
    replace(chosen.filter((url) => canChange(permissions, url)).map(({ id }) => id));
  return { ...selection, replace, select };
}

function canChange({ canEdit, canDelete }: UrlPermissions, url: ShortUrl): boolean {
  return canEdit(url) || canDelete(url);
}
