"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { ApiKeyHead } from "@/components/api-keys/api-key-head";
import { ApiKeyRow } from "@/components/api-keys/api-key-row";
import { ApiKeySkeleton } from "@/components/api-keys/api-key-skeleton";
import { groupApiKeysQuery } from "@/components/data/query-options";
import { useActor } from "@/components/data/use-actor";
import { EmptyState } from "@/components/ui/empty-state";
import { ListFailed, ListOutdated } from "@/components/ui/list-faces";
import { Table, TableBody } from "@/components/ui/table";
import { canDeleteApiKeys } from "@/lib/api-keys/policy";
import { plural } from "@/lib/format";
import type { Group } from "@/lib/groups/types";

/** The keys of a group, the revoked ones too, and a face for each state that has no rows. */
export function ApiKeyList({ group }: { group: Group }) {
  const actor = useActor();
  const query = useQuery(groupApiKeysQuery(group.id));
  const onRetry = () => void query.refetch();
  if (query.isPending) return <ApiKeySkeleton />;
  if (!query.data) {
    return <ListFailed title="The API keys could not be loaded" onRetry={onRetry} retrying={query.isFetching} />;
  }
  const keys = query.data;
  return (
    <>
      {query.isError && <ListOutdated onRetry={onRetry} retrying={query.isFetching} />}
      {keys.length === 0 && (
        <EmptyState
          icon={KeyRound}
          title="No API keys yet"
          description={`With a key, your own tools create links for ${group.name}.`}
        />
      )}
      {keys.length > 0 && (
        <Table>
          <ApiKeyHead />
          <TableBody>
            {keys.map((apiKey) => (
              <ApiKeyRow key={apiKey.id} apiKey={apiKey} canDelete={actor !== undefined && canDeleteApiKeys(actor)} />
            ))}
          </TableBody>
        </Table>
      )}
      <div className="flex min-h-11 items-center border-line border-t px-4 py-2 text-muted text-sm tabular-nums @table:px-5">
        <p role="status">{plural(keys.length, "API key")}</p>
      </div>
    </>
  );
}
