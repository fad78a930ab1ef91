"use client";

import { Copy } from "lucide-react";
import { memo } from "react";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";
import { LocalDate } from "@/components/ui/local-date";
import { TableCell, TableRow } from "@/components/ui/table";
import { copyShortUrl } from "@/components/urls/copy-short-url";
import { Favicon } from "@/components/urls/favicon";
import { splitDestination, splitShortUrl } from "@/components/urls/short-link-text";
import { UrlRowActions } from "@/components/urls/url-row-actions";
import { STATUS_BADGE } from "@/components/urls/url-status";
import { formatCount } from "@/lib/format";
import type { ShortUrl } from "@/lib/urls/types";

type UrlRowProps = { url: ShortUrl; canEdit: boolean; canDelete: boolean };

export const UrlRow = memo(function UrlRow({ url, canEdit, canDelete }: UrlRowProps) {
  return (
    <TableRow className="group grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-3 px-4 py-3 transition-colors [grid-template-areas:'code_code_code_status'_'destination_destination_destination_destination'_'clicks_created_actions_actions'] first:border-t-0 hover:bg-canvas @table:first:border-t @table:p-0 dark:hover:bg-hover/40">
      <TableCell className="[grid-area:code]">
        <ShortLink url={url} />
      </TableCell>
      <TableCell className="mt-1 [grid-area:destination] @table:mt-0">
        <Destination url={url} />
      </TableCell>
      <TableCell className="mt-2 text-muted text-sm tabular-nums [grid-area:clicks] @roomy:pr-6 @table:text-right @table:text-base @table:text-ink">
        {formatCount(url.clickCount)}
        <span className="@table:hidden"> {url.clickCount === 1 ? "click" : "clicks"}</span>
      </TableCell>
      <TableCell className="mt-2 text-muted text-sm tabular-nums [grid-area:created] @table:text-base">
        <LocalDate iso={url.createdAt} className="whitespace-nowrap" />
      </TableCell>
      <TableCell className="[grid-area:status]">
        <Badge variant={STATUS_BADGE[url.status]}>{url.status}</Badge>
      </TableCell>
      <TableCell className="mt-2 -mr-2 [grid-area:actions] @table:mt-0 @table:mr-0">
        <UrlRowActions url={url} canEdit={canEdit} canDelete={canDelete} />
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
