import { callQuery } from "@/components/data/call-query";
import type { DashboardStats, TopUrl } from "@/lib/analytics/types";
import { paths } from "@/lib/paths";

export const dashboardStatsQuery = callQuery<DashboardStats>(paths.api.dashboardStats);

export const topUrlsQuery = callQuery<TopUrl[]>(paths.api.topUrls);
