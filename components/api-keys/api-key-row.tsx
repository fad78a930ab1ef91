"use client";

import { ApiKeyRowActions } from "@/components/api-keys/api-key-row-actions";
import { Badge } from "@/components/ui/badge";
import { LocalDate } from "@/components/ui/local-date";
import { TableCell, TableRow } from "@/components/ui/table";
import type { ApiKey } from "@/lib/api-keys/types";
import { formatCount } from "@/lib/format";

type ApiKeyRowProps = { apiKey: ApiKey; canDelete: boolean };

export function ApiKeyRow({ apiKey, canDelete }: ApiKeyRowProps) {
  const { name, prefix, lastFour, createdBy, rateLimit } = apiKey;
  return (
    <TableRow className="grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3 transition-colors [grid-template-areas:'name_status'_'creator_creator'_'limit_limit'_'use_actions'] first:border-t-0 hover:bg-canvas @table:first:border-t @table:p-0 dark:hover:bg-hover/40">
      <TableCell className="[grid-area:name] @table:py-2">
        <p className="truncate font-medium text-base text-ink" title={name}>
          {name}
        </p>
        <p className="truncate font-mono text-muted text-xs">
          {prefix}…{lastFour}
        </p>
      </TableCell>
      <TableCell className="self-start [grid-area:status]">
        <StatusBadge apiKey={apiKey} />
      </TableCell>
      <TableCell className="mt-2 [grid-area:creator] @table:mt-0">
        <p className="truncate text-muted text-sm @table:text-base">
          <span className="@table:sr-only">Created by </span>
          {createdBy.firstName} {createdBy.lastName}
        </p>
      </TableCell>
      <TableCell className="whitespace-nowrap text-muted text-sm tabular-nums [grid-area:limit] @table:text-base">
        {formatCount(rateLimit)} requests/hour
      </TableCell>
      <TableCell className="text-muted text-sm tabular-nums [grid-area:use] @table:whitespace-nowrap">
        <Use apiKey={apiKey} />
      </TableCell>
      <TableCell className="self-end [grid-area:actions]">
        <ApiKeyRowActions apiKey={apiKey} canDelete={canDelete} />
      </TableCell>
    </TableRow>
  );
}

function StatusBadge({ apiKey }: { apiKey: ApiKey }) {
  if (!apiKey.isActive) return <Badge variant="secondary">Revoked</Badge>;
  if (isExpired(apiKey)) return <Badge variant="destructive">Expired</Badge>;
  return <Badge>Active</Badge>;
}

function Use({ apiKey }: { apiKey: ApiKey }) {
  const { lastUsedAt, expiresAt } = apiKey;
  return (
    <>
      <p>
        {lastUsedAt ? (
          <>
            Last used <LocalDate iso={lastUsedAt} />
          </>
        ) : (
          "Never used"
        )}
      </p>
      {expiresAt && (
        <p>
          {isExpired(apiKey) ? "Expired" : "Expires"} <LocalDate iso={expiresAt} />
        </p>
      )}
    </>
  );
}

function isExpired({ expiresAt }: ApiKey): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}
