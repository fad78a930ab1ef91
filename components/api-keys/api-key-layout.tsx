import { ApiKeyRowActions } from "@/components/api-keys/api-key-row-actions";
import { type ApiKeyState, apiKeyState, scopesText, suspensionText } from "@/components/api-keys/api-key-state";
import { Badge, type BadgeVariant } from "@/components/ui/badge";
import type { TableLayout } from "@/components/ui/table/data-table-types";
import { NarrowLabel } from "@/components/ui/table/table";
import { LocalDate } from "@/components/ui/text/local-date";
import { API_KEY_SCOPES, type ApiKey } from "@/lib/api-keys/types";
import { formatCount } from "@/lib/format";

type ApiKeyPermissions = { canDelete: boolean };

export const apiKeyTableLayout: TableLayout<ApiKey, ApiKeyPermissions> = {
  label: "API Keys",
  rowName: (apiKey) => `${apiKey.name}, ${apiKeyState(apiKey)}`,
  rowClass:
    "grid-cols-[minmax(0,1fr)_auto] [grid-template-areas:'name_status'_'creator_creator'_'limit_limit'_'use_actions']",
  skeletonRows: 3,
  columns: [
    {
      title: "Name",
      className: "[grid-area:name] @table:py-2",
      skeleton: "w-36",
      cell: (apiKey) => <Name apiKey={apiKey} />,
    },
    {
      title: "Status",
      headClass: "@table:w-30",
      className: "self-start justify-self-end [grid-area:status]",
      skeleton: "h-6 w-16 rounded-full",
      cell: (apiKey) => <StatusBadge apiKey={apiKey} />,
    },
    {
      title: "Created by",
      headClass: "@max-roomy:@table:hidden @table:w-[15%]",
      className: "mt-2 [grid-area:creator] @max-roomy:@table:hidden @table:mt-0",
      skeleton: "w-24",
      cell: (apiKey) => <Creator apiKey={apiKey} />,
    },
    {
      title: "Access",
      headClass: "@table:w-40",
      className: "whitespace-nowrap text-muted text-sm tabular-nums [grid-area:limit] @table:text-base",
      skeleton: "w-28",
      cell: ({ rateLimit, scopes }) => (
        <>
          <p>{`${formatCount(rateLimit)} requests/hour`}</p>
          <p className="text-sm">
            {scopes.length < API_KEY_SCOPES.length && <NarrowLabel>Scopes</NarrowLabel>}
            {scopesText(scopes)}
          </p>
        </>
      ),
    },
    {
      title: "Usage",
      headClass: "@table:w-40",
      className: "text-muted text-sm tabular-nums [grid-area:use] @table:whitespace-nowrap",
      skeleton: "w-24",
      cell: (apiKey) => <Use apiKey={apiKey} />,
    },
    {
      title: "Actions",
      align: "right",
      headClass: "@table:w-36 print:hidden",
      className: "self-end [grid-area:actions] print:hidden",
      skeleton: "ml-auto h-8 w-24",
      cell: (apiKey, { canDelete }) => <ApiKeyRowActions apiKey={apiKey} canDelete={canDelete} />,
    },
  ],
};

function Name({ apiKey }: { apiKey: ApiKey }) {
  const { name, prefix, lastFour } = apiKey;
  return (
    <>
      <p className="truncate font-medium text-base text-ink" title={name}>
        {name}
      </p>
      <p translate="no" className="truncate font-mono text-muted text-xs">
        {prefix}…{lastFour}
      </p>
      <div className="mt-0.5 hidden @max-roomy:@table:block">
        <Creator apiKey={apiKey} />
      </div>
      {apiKeyState(apiKey) === "suspended" && (
        <p className="mt-0.5 break-words text-danger-text text-xs">{suspensionText(apiKey)}</p>
      )}
    </>
  );
}

const STATES: Record<ApiKeyState, { label: string; variant: BadgeVariant }> = {
  active: { label: "Active", variant: "default" },
  suspended: { label: "Suspended", variant: "destructive" },
  revoked: { label: "Revoked", variant: "secondary" },
  expired: { label: "Expired", variant: "destructive" },
};

function StatusBadge({ apiKey }: { apiKey: ApiKey }) {
  const { label, variant } = STATES[apiKeyState(apiKey)];
  return <Badge variant={variant}>{label}</Badge>;
}

/** Beside the name where there is room for a column, else below it. */
function Creator({ apiKey: { createdBy, adoptedBy } }: { apiKey: ApiKey }) {
  return (
    <>
      <p className="break-words text-muted text-sm @roomy:text-base">
        <span className="@roomy:hidden">Created by </span>
        {createdBy.firstName} {createdBy.lastName}
      </p>
      {adoptedBy && (
        <p className="break-words text-muted text-sm">
          Taken over by {adoptedBy.firstName} {adoptedBy.lastName}
        </p>
      )}
    </>
  );
}

function Use({ apiKey: { lastUsedAt, expiresAt } }: { apiKey: ApiKey }) {
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
