"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderOpen, KeyRound } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useMemo } from "react";
import { apiKeyAddress, groupOrFirst } from "@/components/api-keys/api-key-address";
import { apiKeyTableLayout } from "@/components/api-keys/api-key-layout";
import { groupApiKeysQuery } from "@/components/api-keys/api-key-queries";
import { useActor } from "@/components/data/use-actor";
import { useAddressState } from "@/components/data/use-address-state";
import { groupsQuery } from "@/components/groups/group-queries";
import { buttonClass } from "@/components/ui/button/button-class";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { DataTable, DataTableSkeleton } from "@/components/ui/table/data-table";
import { FilterSelect } from "@/components/ui/table/filter-select";
import { ListFailed, toListFailure } from "@/components/ui/table/list-states";
import { ToolbarSkeleton } from "@/components/ui/table/list-toolbar";
import { canDeleteApiKeys } from "@/lib/api-keys/policy";
import { plural } from "@/lib/format";
import type { Group } from "@/lib/groups/types";
import { paths } from "@/lib/paths";

/** The keys of one group, chosen above the table; the first group at the start. */
export function ApiKeyTable() {
  const groups = useQuery(groupsQuery);
  const [picked, setPicked] = useAddressState(apiKeyAddress);
  const group = groupOrFirst(groups.data, picked);
  if (groups.isPending) return <ApiKeyTableSkeleton />;
  if (!group) {
    const failure = toListFailure("Your groups could not be loaded", groups);
    return (
      <Card aria-label={apiKeyTableLayout.label}>
        {failure && !groups.data ? <ListFailed {...failure} /> : <NoGroups />}
      </Card>
    );
  }
  const toolbar = (
    <div className={classes.toolbar}>
      <FilterSelect
        label="Group"
        value={group.id}
        onChange={setPicked}
        options={(groups.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        className={classes.group}
      />
      <p className="hidden font-medium print:block">{group.name}</p>
    </div>
  );
  return <GroupApiKeys group={group} toolbar={toolbar} />;
}

function GroupApiKeys({ group, toolbar }: { group: Group; toolbar: ReactNode }) {
  const query = useQuery(groupApiKeysQuery(group.id));
  const canDelete = canDeleteApiKeys(useActor());
  const permissions = useMemo(() => ({ canDelete }), [canDelete]);
  return (
    <DataTable
      layout={apiKeyTableLayout}
      rows={query.data}
      context={permissions}
      failure={toListFailure("The API keys could not be loaded", query)}
      toolbar={toolbar}
      empty={
        <EmptyState
          icon={KeyRound}
          title="No API keys yet"
          description={`With a key, your own tools create links for ${group.name}.`}
        />
      }
      footer={plural(query.data?.length ?? 0, "API key")}
    />
  );
}

export function ApiKeyTableSkeleton() {
  const toolbar = <ToolbarSkeleton className={classes.toolbar} fields={[classes.group]} />;
  return <DataTableSkeleton layout={apiKeyTableLayout} toolbar={toolbar} />;
}

const classes = {
  toolbar: "border-line border-b px-4 py-3 @table:border-b-0 @table:px-5",
  group: "w-full @table:w-72",
} as const;

function NoGroups() {
  const seesAll = useActor().role === "overall_admin";
  return (
    <EmptyState
      icon={FolderOpen}
      title={seesAll ? "No groups created yet" : "You are not a member of any groups"}
      description="API keys, and the links created with them, belong to a group."
    >
      <Link className={buttonClass({ variant: "secondary" })} href={paths.groups}>
        Go to Groups
      </Link>
    </EmptyState>
  );
}
