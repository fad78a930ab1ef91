import { Badge } from "@/components/ui/badge";
import type { TableLayout } from "@/components/ui/data-table-types";
import { ToolbarSkeleton } from "@/components/ui/list-toolbar";
import { LocalDate } from "@/components/ui/local-date";
import { Destination, ShortLink } from "@/components/urls/url-cells";
import type { OpenUrlDialog } from "@/components/urls/url-dialogs";
import { UrlRowActions } from "@/components/urls/url-row-actions";
import { SORT_LABELS, type SortColumn } from "@/components/urls/url-sort";
import { STATUS_BADGE } from "@/components/urls/url-status";
import type { UrlPermissions } from "@/components/urls/use-url-permissions";
import { formatCount } from "@/lib/format";
import type { SearchWord } from "@/lib/search-text";
import type { ListedUrl } from "@/lib/urls/types";

export type UrlContext = {
  permissions: UrlPermissions;
  onOpen: OpenUrlDialog;
  /** What is searched, to be highlighted. */
  words: readonly SearchWord[];
};

export const urlTableLayout: TableLayout<ListedUrl, UrlContext, SortColumn> = {
  label: "Short URLs",
  rowClass:
    "group grid-cols-[auto_auto_minmax(0,1fr)_auto] gap-x-2 [grid-template-areas:'select_code_code_status'_'destination_destination_destination_destination'_'clicks_clicks_actions_actions'_'created_created_actions_actions']",
  columns: [
    {
      title: SORT_LABELS.shortCode,
      sortKey: "shortCode",
      headClass: "@table:w-[18%] @roomy:w-[26%]",
      className: "-ml-2 [grid-area:code] @table:ml-0",
      skeleton: "h-8 w-40 @table:h-4",
      cell: (url, { words }) => <ShortLink url={url} words={words} />,
    },
    {
      title: SORT_LABELS.originalUrl,
      sortKey: "originalUrl",
      className: "mt-1 [grid-area:destination] @table:mt-0",
      skeleton: "w-64",
      cell: (url, { words }) => <Destination url={url} words={words} />,
    },
    {
      title: SORT_LABELS.clickCount,
      sortKey: "clickCount",
      align: "right",
      headClass: "@table:w-16 @roomy:w-24 @roomy:pr-6",
      className:
        "mt-2 self-end text-muted text-sm tabular-nums [grid-area:clicks] @roomy:pr-6 @table:mt-0 @table:text-right @roomy:text-base @table:text-ink",
      skeleton: "w-8 @table:ml-auto",
      cell: ({ clickCount }) => (
        <>
          {formatCount(clickCount)}
          <span className="@table:hidden"> {clickCount === 1 ? "click" : "clicks"}</span>
        </>
      ),
    },
    {
      title: SORT_LABELS.createdAt,
      sortKey: "createdAt",
      headClass: "@table:w-25 @roomy:w-30",
      className: "self-start text-muted text-sm tabular-nums [grid-area:created] @roomy:text-base",
      skeleton: "w-20",
      cell: ({ createdAt }) => <LocalDate iso={createdAt} className="whitespace-nowrap" />,
    },
    {
      title: "Status",
      headClass: "@table:w-23 @roomy:w-26",
      className: "[grid-area:status]",
      skeleton: "h-6 w-16 rounded-full",
      cell: ({ status }) => <Badge variant={STATUS_BADGE[status]}>{status}</Badge>,
    },
    {
      title: "Actions",
      align: "right",
      headClass: "@table:w-39 @roomy:w-44",
      className: "mt-2 -mr-2 [grid-area:actions] @table:mt-0 @table:mr-0",
      skeleton: "ml-auto h-8 w-24",
      cell: (url, { permissions, onOpen }) => (
        <UrlRowActions
          url={url}
          canEdit={permissions.canEdit(url)}
          canDelete={permissions.canDelete(url)}
          onOpen={onOpen}
        />
      ),
    },
  ],
};

export const urlToolbarClasses = {
  search: "col-span-2 flex items-center gap-1 @table:w-72",
  searchField: "min-w-0 flex-1",
  menu: "-mr-1",
  filter: "@table:w-36",
  maintenance: "ml-auto",
  maintenanceAlone: "flex justify-end p-3 @table:px-5",
  sort: "col-span-2 @table:hidden",
} as const;

export function UrlToolbarSkeleton() {
  const { search, filter, sort } = urlToolbarClasses;
  return <ToolbarSkeleton fields={[search, filter, filter, sort]} />;
}
