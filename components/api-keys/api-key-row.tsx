"use client";

import { ApiKeyRowActions } from "@/components/api-keys/api-key-row-actions";
import { type ApiKeyState, apiKeyState, scopesText, suspensionText } from "@/components/api-keys/api-key-state";
import { Badge, type BadgeVariant } from "@/components/ui/badge";
import { LocalDate } from "@/components/ui/local-date";
import { TableCell, TableRow } from "@/components/ui/table";
import type { ApiKey } from "@/lib/api-keys/types";
import { formatCount } from "@/lib/format";

type ApiKeyRowProps = { apiKey: ApiKey; canDelete: boolean };

export function ApiKeyRow({ apiKey, canDelete }: ApiKeyRowProps) {
  const { name, prefix, lastFour, createdBy, adoptedBy, scopes, rateLimit } = apiKey;
  const isSuspended = apiKeyState(apiKey) === "suspended";
  return (
    <TableRow className="grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3 transition-colors [grid-template-areas:'name_status'_'creator_creator'_'limit_limit'_'use_actions'] first:border-t-0 hover:bg-canvas @table:first:border-t @table:p-0 dark:hover:bg-hover/40">
      <TableCell className="[grid-area:name] @table:py-2">
        <p className="truncate font-medium text-base text-ink" title={name}>
          {name}
        </p>
        <p className="truncate font-mono text-muted text-xs">
          {prefix}…{lastFour}
        </p>
        {isSuspended && <p className="mt-0.5 break-words text-danger-text text-xs">{suspensionText(apiKey)}</p>}
      </TableCell>
      <TableCell className="self-start justify-self-end [grid-area:status]">
        <StatusBadge apiKey={apiKey} />
      </TableCell>
      <TableCell className="mt-2 [grid-area:creator] @table:mt-0">
        <p className="truncate text-muted text-sm @table:text-base">
          <span className="@table:sr-only">Created by </span>
          {createdBy.firstName} {createdBy.lastName}
        </p>
        {adoptedBy && (
          <p className="truncate text-muted text-sm">
            Adopted by {adoptedBy.firstName} {adoptedBy.lastName}
          </p>
        )}
      </TableCell>
      <TableCell className="whitespace-nowrap text-muted text-sm tabular-nums [grid-area:limit] @table:text-base">
        <p>{formatCount(rateLimit)} requests/hour</p>
        <p className="text-sm">{scopesText(scopes)}</p>
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

const VARIANTS = {
  active: "default",
  suspended: "destructive",
  revoked: "secondary",
  expired: "destructive",
} as const satisfies Record<ApiKeyState, BadgeVariant>;

const LABELS = {
  active: "Active",
  suspended: "Suspended",
  revoked: "Revoked",
  expired: "Expired",
} as const satisfies Record<ApiKeyState, string>;

function StatusBadge({ apiKey }: { apiKey: ApiKey }) {
  const state = apiKeyState(apiKey);
  return <Badge variant={VARIANTS[state]}>{LABELS[state]}</Badge>;
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
          {Date.parse(expiresAt) <= Date.now() ? "Expired" : "Expires"} <LocalDate iso={expiresAt} />
        </p>
      )}
    </>
  );
}
