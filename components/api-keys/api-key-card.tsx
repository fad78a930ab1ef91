"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderOpen } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { ApiKeyList } from "@/components/api-keys/api-key-list";
import { ApiKeySkeleton } from "@/components/api-keys/api-key-skeleton";
import { CreateApiKeyButton } from "@/components/api-keys/create-api-key-button";
import { groupsQuery } from "@/components/data/query-options";
import { useActor } from "@/components/data/use-actor";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterSelect } from "@/components/ui/filter-select";
import { ListFailed } from "@/components/ui/list-faces";
import { paths } from "@/lib/paths";

/** The keys of one group, which is picked above them; the first at the beginning. */
export function ApiKeyCard() {
  const groups = useQuery(groupsQuery);
  const [picked, setPicked] = useState<string>();
  const group = groups.data?.find(({ id }) => id === picked) ?? groups.data?.[0];
  return (
    <Card aria-label="API Keys" aria-busy={groups.isPending}>
      {groups.isPending && <ApiKeySkeleton />}
      {groups.isError && !groups.data && (
        <ListFailed
          title="Your groups could not be loaded"
          onRetry={() => void groups.refetch()}
          retrying={groups.isFetching}
        />
      )}
      {groups.data && !group && <NoGroups />}
      {group && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2 border-line border-b p-3 @table:border-b-0 @table:px-5">
            <FilterSelect
              label="Group"
              value={group.id}
              onChange={setPicked}
              options={(groups.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              className="w-full @table:w-72"
            />
            <CreateApiKeyButton key={group.id} group={group} className="w-full @table:w-auto" />
          </div>
          <ApiKeyList key={group.id} group={group} />
        </>
      )}
    </Card>
  );
}

function NoGroups() {
  const seesAll = useActor()?.role === "overall_admin";
  return (
    <EmptyState
      icon={FolderOpen}
      title={seesAll ? "No groups created yet" : "You are not a member of any groups"}
      description="An API key belongs to a group, and so do the short URLs that are created with it."
    >
      <Button asChild variant="secondary">
        <Link href={paths.groups}>Go to Groups</Link>
      </Button>
    </EmptyState>
  );
}
