import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { bulkJobsQuery, failedJobsQuery } from "@/components/bulk-jobs/bulk-job-queries";
import {
  currentUserQuery,
  groupApiKeysQuery,
  groupsQuery,
  settingsQuery,
  type UrlPage,
  type UserList,
  urlsQuery,
  usersQuery,
} from "@/components/data/query-options";
import type { ApiKey } from "@/lib/api-keys/types";
import type { BulkJob } from "@/lib/bulk-jobs/types";
import type { FailedJob } from "@/lib/failed-jobs/types";
import type { Group } from "@/lib/groups/types";
import type { Setting } from "@/lib/settings/types";
import type { CurrentUser } from "@/lib/users/types";

type InitialDataProps = {
  currentUser?: CurrentUser;
  urls?: UrlPage;
  groups?: Group[];
  users?: UserList;
  bulkJobs?: BulkJob[];
  failedJobs?: FailedJob[];
  apiKeys?: { groupId: string; items: ApiKey[] } | undefined;
  settings?: Setting[];
  children: ReactNode;
};

/**
 * Hands what a page has loaded on the server to the queries of the browser. Newer data replace older ones, so
 * that going to a page shows its present state although no query ever becomes stale.
 */
export function InitialData(props: InitialDataProps) {
  const { currentUser, urls, groups, users, bulkJobs, failedJobs, apiKeys, settings, children } = props;
  const client = new QueryClient();
  if (currentUser) client.setQueryData(currentUserQuery.queryKey, currentUser);
  if (urls) client.setQueryData(urlsQuery.queryKey, { pages: [urls], pageParams: [null] });
  if (groups) client.setQueryData(groupsQuery.queryKey, groups);
  if (users) client.setQueryData(usersQuery.queryKey, users);
  if (bulkJobs) client.setQueryData(bulkJobsQuery.queryKey, bulkJobs);
  if (failedJobs) client.setQueryData(failedJobsQuery.queryKey, failedJobs);
  if (apiKeys) client.setQueryData(groupApiKeysQuery(apiKeys.groupId).queryKey, apiKeys.items);
  if (settings) client.setQueryData(settingsQuery.queryKey, settings);
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}
