"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderOpen } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { apiKeyToolbarClasses } from "@/components/api-keys/api-key-layout";
import { ApiKeyList } from "@/components/api-keys/api-key-list";
import { ApiKeyCardSkeleton } from "@/components/api-keys/api-key-skeleton";
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
  if (groups.isPending) return <ApiKeyCardSkeleton />;
  return (
    <Card aria-label="API Keys">
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
          <div className={apiKeyToolbarClasses.toolbar}>
            <FilterSelect
              label="Group"
              value={group.id}
              onChange={setPicked}
              options={(groups.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              className={apiKeyToolbarClasses.group}
            />
            <CreateApiKeyButton key={group.id} group={group} className={apiKeyToolbarClasses.create} />
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
