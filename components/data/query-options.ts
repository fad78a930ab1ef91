import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call, send } from "@/components/data/api";
import type {
  DashboardStats,
  GlobalAnalytics,
  Period,
  TopUrl,
  UrlAnalyticsSummary,
  UrlClick,
} from "@/lib/analytics/types";
import type { ApiKey } from "@/lib/api-keys/types";
import type { Activity, AuditEntry } from "@/lib/audit/types";
import type { Total } from "@/lib/format";
import type { Group, GroupMember } from "@/lib/groups/types";
import { paths } from "@/lib/paths";
import type { Session } from "@/lib/sessions/types";
import type { Setting } from "@/lib/settings/types";
import type { ShortUrl } from "@/lib/urls/types";
import type { CurrentUser, User } from "@/lib/users/types";

/** The key of every query: the path it reads. */
export const queryKeys = {
  currentUser: [paths.api.currentUser],
  urls: [paths.api.urls],
  groups: [paths.api.groups],
  users: [paths.api.users],
  dashboardStats: [paths.api.dashboardStats],
  topUrls: [paths.api.topUrls],
  activity: [paths.api.activity],
  settings: [paths.api.settings],
  sessions: [paths.api.sessions],
} as const;

/** What a list call gives: a page, and how many there are in all. */
export type List<T> = Total & { items: T[] };

/** A page of a list, and the path of the next one; null on the last. */
export type ListPage<T> = List<T> & { next: string | null };
export type UrlPage = ListPage<ShortUrl>;
export type AuditPage = ListPage<AuditEntry>;
/** The newest users, or those that match. */
export type UserList = List<User>;

export const currentUserQuery = queryOptions({
  queryKey: queryKeys.currentUser,
  queryFn: () => call<CurrentUser>("GET", paths.api.currentUser),
});

export const groupsQuery = queryOptions({
  queryKey: queryKeys.groups,
  queryFn: () => call<Group[]>("GET", paths.api.groups),
});

export const sessionsQuery = queryOptions({
  queryKey: queryKeys.sessions,
  queryFn: () => call<Session[]>("GET", paths.api.sessions),
});

export const settingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: () => call<Setting[]>("GET", paths.api.settings),
});

/** The short URLs, newest first, page by page. */
export const urlsQuery = urlPagesQuery("");

/**
 * What the server finds, page by page; asked where it holds more links than the browser. Forgotten once unused,
 * so that the same search later shows what is true then.
 */
export function urlSearchQuery(search: string) {
  return { ...urlPagesQuery(search), gcTime: 0 };
}

/** @param search a query string of GET /api/urls; empty: all, newest first */
function urlPagesQuery(search: string) {
  return pagesQuery<ShortUrl>(paths.api.urls, search);
}

/**
 * The audit log, newest first, page by page.
 *
 * @param search a query string of GET /api/audit
 */
export function auditQuery(search: string) {
  return pagesQuery<AuditEntry>(paths.api.audit, search);
}

function pagesQuery<T>(path: string, search: string) {
  const first = search ? `${path}?${search}` : path;
  return infiniteQueryOptions({
    queryKey: [path, "pages", search],
    queryFn: ({ pageParam }) => fetchPage<T>(pageParam ?? first),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
}

export const dashboardStatsQuery = queryOptions({
  queryKey: queryKeys.dashboardStats,
  queryFn: () => call<DashboardStats>("GET", paths.api.dashboardStats),
});

export const topUrlsQuery = queryOptions({
  queryKey: queryKeys.topUrls,
  queryFn: () => call<TopUrl[]>("GET", paths.api.topUrls),
});

export const activityQuery = queryOptions({
  queryKey: queryKeys.activity,
  queryFn: () => call<Activity[]>("GET", paths.api.activity),
});

/** The clicks of all links within a period; the call names none for all time (spec section 7). */
export function globalAnalyticsQuery(period: Period) {
  const search = period === "all" ? "" : `?${new URLSearchParams({ period })}`;
  return queryOptions({
    queryKey: [paths.api.analyticsGlobal, period],
    queryFn: () => call<GlobalAnalytics>("GET", `${paths.api.analyticsGlobal}${search}`),
  });
}

/** The clicks of a link in numbers, fetched whenever they are looked at. */
export function urlSummaryQuery(urlId: string) {
  return queryOptions({
    queryKey: [...queryKeys.urls, urlId, "summary"],
    queryFn: () => call<UrlAnalyticsSummary>("GET", paths.api.urlAnalyticsSummary(urlId)),
    gcTime: 0,
  });
}

/** The newest clicks of a link, fetched whenever they are looked at. */
export function urlClicksQuery(urlId: string, { limit, bots }: { limit: number; bots: "include" | "exclude" }) {
  const search = new URLSearchParams({ limit: String(limit), bots });
  return queryOptions({
    queryKey: [...queryKeys.urls, urlId, "clicks", bots],
    queryFn: () => fetchList<UrlClick>(`${paths.api.urlAnalytics(urlId)}?${search}`),
    gcTime: 0,
  });
}

export const usersQuery = queryOptions({
  queryKey: [...queryKeys.users, "newest"],
  queryFn: () => fetchList<User>(paths.api.users),
});

/**
 * Users that the server finds. Forgotten once unused, so that the same search later shows what is true then.
 *
 * @param search a query string of GET /api/users
 */
export function userSearchQuery(search: string) {
  return queryOptions({
    queryKey: [...queryKeys.users, "search", search],
    queryFn: () => fetchList<User>(`${paths.api.users}?${search}`),
    gcTime: 0,
  });
}

/** The members of a group by name, fetched whenever they are looked at. */
export function groupMembersQuery(groupId: string) {
  return queryOptions({
    queryKey: [...queryKeys.groups, groupId, "members"],
    queryFn: () => fetchList<GroupMember>(paths.api.groupMembers(groupId)),
    gcTime: 0,
  });
}

/** The API keys of a group, the newest first. */
export function groupApiKeysQuery(groupId: string) {
  return queryOptions({
    queryKey: [...queryKeys.groups, groupId, "api-keys"],
    queryFn: () => call<ApiKey[]>("GET", paths.api.groupApiKeys(groupId)),
  });
}

async function fetchList<T>(path: string): Promise<List<T>> {
  return toList(await send("GET", path));
}

async function fetchPage<T>(path: string): Promise<ListPage<T>> {
  const response = await send("GET", path);
  return { ...(await toList<T>(response)), next: nextPage(response) };
}

async function toList<T>(response: Response): Promise<List<T>> {
  const items: T[] = await response.json();
  const total = Number(response.headers.get("X-Total-Count") ?? items.length);
  return { items, total, hasMoreThanTotal: response.headers.get("X-Total-Count-Relation") === "gte" };
}

/** The path that `Link: <…>; rel="next"` names (RFC 8288). */
function nextPage(response: Response): string | null {
  return /<([^>]+)>; rel="next"/.exec(response.headers.get("Link") ?? "")?.[1] ?? null;
}
