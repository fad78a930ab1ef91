import { Overview } from "@/components/dashboard/overview";
import { InitialData } from "@/components/data/initial-data";
import { getDashboardStats } from "@/lib/analytics/dashboard";
import { TOP_URLS_DEFAULT } from "@/lib/analytics/schema";
import { listTopUrls } from "@/lib/analytics/top-urls";
import { listActivity } from "@/lib/audit/activity";
import { toActor } from "@/lib/auth/session";
import type { CurrentUser } from "@/lib/users/types";

/** The numbers and panels of the dashboard, loaded on the server. */
export async function OverviewWithData({ user }: { user: CurrentUser }) {
  const actor = toActor(user);
  const [stats, topUrls, activity] = await Promise.all([
    getDashboardStats(actor),
    listTopUrls(actor, { limit: TOP_URLS_DEFAULT }),
    listActivity(actor),
  ]);
  return (
    <InitialData currentUser={user} stats={stats} topUrls={topUrls} activity={activity}>
      <Overview />
    </InitialData>
  );
}
