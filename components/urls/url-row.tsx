"use client";

import { Copy } from "lucide-react";
import { memo, type Ref } from "react";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { IconButton } from "@/components/ui/icon-button";
import { LocalDate } from "@/components/ui/local-date";
import { TableCell, TableRow } from "@/components/ui/table";
import { copyShortUrl } from "@/components/urls/copy";
import { Favicon } from "@/components/urls/favicon";
import { splitDestination, splitShortUrl } from "@/components/urls/short-link-text";
import type { OpenUrlDialog } from "@/components/urls/url-dialogs";
import { UrlRowActions } from "@/components/urls/url-row-actions";
import { STATUS_BADGE } from "@/components/urls/url-status";
import { formatCount } from "@/lib/format";
import type { ShortUrl } from "@/lib/urls/types";

type UrlRowProps = {
  url: ShortUrl;
  /** Place in the list, from 0. */
  index: number;
  canEdit: boolean;
  canDelete: boolean;
  selected: boolean;
  onSelect: (id: string, checked: boolean, range: boolean) => void;
  onOpen: OpenUrlDialog;
  ref?: Ref<HTMLTableRowElement>;
};

export const UrlRow = memo(function UrlRow({
  url,
  index,
  canEdit,
  canDelete,
  selected,
  onSelect,
  onOpen,
  ref,
}: UrlRowProps) {
  return (
    <TableRow
      ref={ref}
      data-index={index}
      // The head is the first row (WAI-ARIA 1.2).
      aria-rowindex={index + 2}
      data-selected={selected || undefined}
      className="group grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center gap-x-2 px-4 py-3 transition-colors [grid-template-areas:'select_code_code_status'_'destination_destination_destination_destination'_'clicks_clicks_actions_actions'_'created_created_actions_actions'] first:border-t-0 hover:bg-canvas data-selected:bg-accent-soft/50 @table:first:border-t @table:p-0 dark:hover:bg-hover/40 dark:data-selected:bg-accent-soft/40"
    >
      <TableCell className="-ml-2 [grid-area:select] @table:ml-0 @table:pr-0 @table:pl-3 @table:first:pl-3">
        <Checkbox
          label={`Select ${url.shortCode}`}
          checked={selected}
          disabled={!canEdit && !canDelete}
          onChange={({ target, nativeEvent }) =>
            onSelect(url.id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </TableCell>
      <TableCell className="-ml-2 [grid-area:code] @table:ml-0">
        <ShortLink url={url} />
      </TableCell>
      <TableCell className="mt-1 [grid-area:destination] @table:mt-0">
        <Destination url={url} />
      </TableCell>
      <TableCell className="mt-2 self-end text-muted text-sm tabular-nums [grid-area:clicks] @roomy:pr-6 @table:mt-0 @table:text-right @roomy:text-base @table:text-ink">
        {formatCount(url.clickCount)}
        <span className="@table:hidden"> {url.clickCount === 1 ? "click" : "clicks"}</span>
      </TableCell>
      <TableCell className="self-start text-muted text-sm tabular-nums [grid-area:created] @roomy:text-base">
        <LocalDate iso={url.createdAt} className="whitespace-nowrap" />
      </TableCell>
      <TableCell className="[grid-area:status]">
        <Badge variant={STATUS_BADGE[url.status]}>{url.status}</Badge>
      </TableCell>
      <TableCell className="mt-2 -mr-2 [grid-area:actions] @table:mt-0 @table:mr-0">
        <UrlRowActions url={url} canEdit={canEdit} canDelete={canDelete} onOpen={onOpen} />
      </TableCell>
    </TableRow>
  );
});

function ShortLink({ url }: { url: ShortUrl }) {
  const { prefix, code } = splitShortUrl(url.shortUrl);
  return (
    <div className="flex min-w-0 items-center gap-1">
      <a
        href={url.shortUrl}
        target="_blank"
        rel="noreferrer"
        title={url.shortUrl}
        aria-label={`${prefix}${code}`}
        className="flex min-w-0 rounded-sm font-mono text-sm text-muted hover:underline"
      >
        <span className="min-w-0 truncate @max-roomy:@table:hidden">{prefix}</span>
        <span className="max-w-full shrink-0 truncate font-medium text-ink">{code}</span>
      </a>
      <IconButton
        label={`Copy short URL ${url.shortCode}`}
        tip="Copy short URL"
        onClick={() => void copyShortUrl(url.shortUrl)}
      >
        <Copy aria-hidden className="size-4" strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}

function Destination({ url }: { url: ShortUrl }) {
  const { host, rest } = splitDestination(url.originalUrl);
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Favicon src={url.faviconUrl} />
      <a
        href={url.originalUrl}
        target="_blank"
        rel="noreferrer"
        title={url.originalUrl}
        className="min-w-0 truncate rounded-sm text-base text-muted hover:underline"
      >
        <span className="text-ink">{host}</span>
        {rest}
      </a>
    </div>
  );
}
