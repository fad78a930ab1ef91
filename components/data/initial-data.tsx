import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { bulkJobsQuery, failedJobsQuery } from "@/components/bulk-jobs/bulk-job-queries";
import {
  type AuditPage,
  activityQuery,
  auditQuery,
  currentUserQuery,
  dashboardStatsQuery,
  globalAnalyticsQuery,
  groupApiKeysQuery,
  groupsQuery,
  sessionsQuery,
  settingsQuery,
  topUrlsQuery,
  type UrlPage,
  type UserList,
  urlsQuery,
  usersQuery,
} from "@/components/data/query-options";
import type { DashboardStats, GlobalAnalytics, Period, TopUrl } from "@/lib/analytics/types";
import type { ApiKey } from "@/lib/api-keys/types";
import type { Activity } from "@/lib/audit/types";
import type { BulkJob } from "@/lib/bulk-jobs/types";
import type { FailedJob } from "@/lib/failed-jobs/types";
import type { Group } from "@/lib/groups/types";
import type { Session } from "@/lib/sessions/types";
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
  sessions?: Session[];
  stats?: DashboardStats;
  topUrls?: TopUrl[];
  activity?: Activity[];
  audit?: { search: string; page: AuditPage };
  globalAnalytics?: { period: Period; data: GlobalAnalytics }[];
  children: ReactNode;
};

/**
 * Hands what a page has loaded on the server to the queries of the browser. Newer data replace older ones, so
 * that going to a page shows its present state although no query ever becomes stale.
 */
export function InitialData({ children, ...data }: InitialDataProps) {
  const { currentUser, urls, groups, users, bulkJobs, failedJobs, apiKeys, settings, sessions } = data;
  const { stats, topUrls, activity, audit, globalAnalytics = [] } = data;
  const client = new QueryClient();
  if (currentUser) client.setQueryData(currentUserQuery.queryKey, currentUser);
  if (urls) client.setQueryData(urlsQuery.queryKey, { pages: [urls], pageParams: [null] });
  if (groups) client.setQueryData(groupsQuery.queryKey, groups);
  if (users) client.setQueryData(usersQuery.queryKey, users);
  if (bulkJobs) client.setQueryData(bulkJobsQuery.queryKey, bulkJobs);
  if (failedJobs) client.setQueryData(failedJobsQuery.queryKey, failedJobs);
  if (apiKeys) client.setQueryData(groupApiKeysQuery(apiKeys.groupId).queryKey, apiKeys.items);
  if (settings) client.setQueryData(settingsQuery.queryKey, settings);
  if (sessions) client.setQueryData(sessionsQuery.queryKey, sessions);
  if (stats) client.setQueryData(dashboardStatsQuery.queryKey, stats);
  if (topUrls) client.setQueryData(topUrlsQuery.queryKey, topUrls);
  if (activity) client.setQueryData(activityQuery.queryKey, activity);
  if (audit) client.setQueryData(auditQuery(audit.search).queryKey, { pages: [audit.page], pageParams: [null] });
  for (const { period, data } of globalAnalytics) client.setQueryData(globalAnalyticsQuery(period).queryKey, data);
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}
