"use client";

import { memo, type ReactNode, useCallback } from "react";
import { Table, TableBody } from "@/components/ui/table";
import { useVirtualRows } from "@/components/ui/use-virtual-rows";
import type { OpenUrlDialog } from "@/components/urls/url-dialogs";
import { UrlRow } from "@/components/urls/url-row";
import type { SortColumn, UrlSort } from "@/components/urls/url-sort";
import { UrlTableHead } from "@/components/urls/url-table-head";
import type { UrlPermissions } from "@/components/urls/use-url-permissions";
import type { ShortUrl } from "@/lib/urls/types";

type UrlTableBodyProps = {
  urls: readonly ShortUrl[];
  permissions: UrlPermissions;
  sort: UrlSort;
  onSort: (column: SortColumn) => void;
  selectAll: ReactNode;
  selected: ReadonlySet<string>;
  onSelect: (id: string, checked: boolean, range: boolean) => void;
  onOpen: OpenUrlDialog;
};

export const UrlTableBody = memo(function UrlTableBody({ urls, permissions, selectAll, ...props }: UrlTableBodyProps) {
  const { sort, onSort, selected, onSelect, onOpen } = props;
  const { rows, bodyRef, measure, onFocus, onBlur } = useVirtualRows({
    count: urls.length,
    keyOf: useCallback((index: number) => urls[index]?.id ?? String(index), [urls]),
  });
  return (
    <Table aria-label="Short URLs" aria-rowcount={urls.length + 1}>
      <UrlTableHead sort={sort} onSort={onSort} selectAll={selectAll} />
      <TableBody ref={bodyRef} onFocus={onFocus} onBlur={onBlur}>
        {rows.map((row) => {
          if ("gap" in row) return <Gap key={row.key} height={row.gap} />;
          const url = urls[row.index];
          if (!url) return null;
          return (
            <UrlRow
              key={url.id}
              ref={measure}
              url={url}
              index={row.index}
              canEdit={permissions.canEdit(url)}
              canDelete={permissions.canDelete(url)}
              selected={selected.has(url.id)}
              onSelect={onSelect}
              onOpen={onOpen}
            />
          );
        })}
      </TableBody>
    </Table>
  );
});

/** In the place of rows that are not rendered. */
function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden className="block @table:table-row">
      <td className="block p-0 @table:table-cell" style={{ height }} />
    </tr>
  );
}
