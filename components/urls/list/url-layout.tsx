import { groupNameOf } from "@/components/groups/use-group-names";
import { Badge } from "@/components/ui/badge";
import type { TableLayout } from "@/components/ui/table/data-table-types";
import { ToolbarSkeleton } from "@/components/ui/table/list-toolbar";
import { LocalDate } from "@/components/ui/text/local-date";
import { Clicks, Destination, GroupName, LastClick, Owner, ShortLink } from "@/components/urls/list/url-cells";
import { UrlRowActions } from "@/components/urls/list/url-row-actions";
import { SORT_LABELS, type SortColumn } from "@/components/urls/list/url-sort";
import { urlToolbarClasses } from "@/components/urls/list/url-toolbar-classes";
import { destinationText } from "@/components/urls/short-link-text";
import type { OpenUrlDialog } from "@/components/urls/url-dialogs";
import { STATUS_BADGE } from "@/components/urls/url-status";
import type { UrlPermissions } from "@/components/urls/use-url-permissions";
import { plural } from "@/lib/format";
import type { SearchWord } from "@/lib/search-text";
import type { ListedUrl } from "@/lib/urls/types";

type UrlContext = {
  permissions: UrlPermissions;
  onOpen: OpenUrlDialog;
  /** Search terms to highlight. */
  words: readonly SearchWord[];
  /** Names of the groups that the user sees, by id. */
  groupNames: ReadonlyMap<string, string>;
};

/** A cell of less important text. */
const detailClass = "min-w-0 text-muted text-sm @roomy:text-base";

export const urlTableLayout: TableLayout<ListedUrl, UrlContext, SortColumn> = {
  label: "Short URLs",
  columnsKey: "urls",
  rowName: ({ shortCode, originalUrl, status, clickCount }) =>
    `${shortCode}, ${destinationText(originalUrl)}, ${status}, ${plural(clickCount, "click")}`,
  rowClass:
    "group grid-cols-[auto_minmax(0,1fr)_auto_auto] gap-x-2 [grid-template-areas:'select_code_code_status'_'destination_destination_destination_destination'_'owner_owner_owner_owner'_'clicks_clicks_clicks_clicks'_'created_created_actions_actions']",
  cellClass: "@roomy:px-2",
  columns: [
    {
      title: SORT_LABELS.shortCode,
      isFlexible: true,
      sortKey: "shortCode",
      headClass: "@table:w-[20%] @max-roomy:@table:pointer-coarse:w-[18%] @wide:w-52",
      className: "-ml-2 [grid-area:code] @table:ml-0",
      skeleton: "h-8 w-40 @table:h-4",
      cell: (url, { words, onOpen }) => <ShortLink url={url} words={words} onOpen={onOpen} />,
    },
    {
      title: SORT_LABELS.originalUrl,
      isOptional: true,
      isFlexible: true,
      sortKey: "originalUrl",
      className: "mt-1 [grid-area:destination] @table:mt-0",
      skeleton: "w-64",
      cell: (url, { words }) => <Destination url={url} words={words} />,
    },
    {
      title: "Owner",
      isOptional: true,
      needs: "wide",
      headClass: "@table:w-28 @spacious:w-32",
      className: `${detailClass} mt-1 [grid-area:owner]`,
      skeleton: "w-20",
      cell: (url, { words, groupNames }) => (
        <Owner url={url} words={words} groupName={groupNameOf(url.groupId, groupNames)} />
      ),
    },
    {
      title: "Group",
      isOptional: true,
      needs: "spacious",
      headClass: "@max-table:hidden @table:w-24 @spacious:w-28",
      className: `${detailClass} hidden`,
      skeleton: "w-20",
      cell: ({ groupId }, { groupNames }) => <GroupName name={groupNameOf(groupId, groupNames)} />,
    },
    {
      title: SORT_LABELS.clickCount,
      isOptional: true,
      sortKey: "clickCount",
      align: "right",
      headClass: "@table:w-18 @roomy:w-20",
      className:
        "mt-2 text-muted text-sm tabular-nums [grid-area:clicks] @table:mt-0 @table:text-right @roomy:text-base @table:text-ink",
      skeleton: "w-8 @table:ml-auto",
      cell: (url) => <Clicks url={url} />,
    },
    {
      title: "Last click",
      isOptional: true,
      needs: "spacious",
      headClass: "@max-table:hidden @table:w-26",
      className: `${detailClass} hidden tabular-nums`,
      skeleton: "w-20",
      cell: ({ lastClickedOn }) => <LastClick day={lastClickedOn} />,
    },
    {
      title: SORT_LABELS.createdAt,
      isOptional: true,
      sortKey: "createdAt",
      headClass: "@table:w-25 @roomy:w-26",
      className: `${detailClass} self-center tabular-nums [grid-area:created]`,
      skeleton: "w-20",
      cell: ({ createdAt }) => (
        <>
          <span className="@table:hidden">Created </span>
          <LocalDate iso={createdAt} />
        </>
      ),
    },
    {
      title: "Status",
      isOptional: true,
      headClass: "@table:w-22",
      className: "justify-self-end [grid-area:status]",
      skeleton: "h-6 w-16 rounded-full",
      cell: ({ status }) => <Badge variant={STATUS_BADGE[status]}>{status}</Badge>,
    },
    {
      title: "Actions",
      align: "right",
      headClass:
        "@max-roomy:@table:w-37 @max-roomy:@table:pr-3! @max-roomy:@table:pointer-coarse:w-41 @roomy:w-39 @roomy:pointer-coarse:w-47 print:hidden",
      className: "-mr-2 -ml-3 [grid-area:actions] @table:mr-0 @table:ml-0 @max-roomy:@table:pr-3! print:hidden",
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

export function UrlToolbarSkeleton() {
  const { search, filter, sort } = urlToolbarClasses;
  return <ToolbarSkeleton fields={[search, filter, filter, filter, sort]} />;
}
