import type { Metadata } from "next";
import { AnalyticsHeader } from "@/app/(dashboard)/analytics/header";
import { currentUser } from "@/app/current-user";
import { AnalyticsView } from "@/components/analytics/analytics-view";
import { toPeriod } from "@/components/analytics/period";
import { InitialData } from "@/components/data/initial-data";
import { AccessDenied } from "@/components/shell/access-denied";
import { SignedOut } from "@/components/shell/signed-out";
import { canSeeGlobalAnalytics } from "@/lib/analytics/policy";
import { getGlobalAnalytics } from "@/lib/analytics/queries";
import { toActor } from "@/lib/auth/session";
import type { CurrentUser } from "@/lib/users/types";

export const metadata: Metadata = { title: "Analytics" };

type AnalyticsPageProps = { searchParams: Promise<{ period?: string | string[] }> };

export default async function AnalyticsPage({ searchParams }: AnalyticsPageProps) {
  const user = await currentUser();
  if (!user) return <SignedOut />;
  return (
    <>
      <AnalyticsHeader />
      {canSeeGlobalAnalytics(user) ? (
        <AnalyticsWithData user={user} period={(await searchParams).period} />
      ) : (
        <AccessDenied description="You need admin permissions to view analytics." />
      )}
    </>
  );
}

async function AnalyticsWithData({ user, period: asked }: { user: CurrentUser; period: unknown }) {
  const actor = toActor(user);
  // The chosen period, and the week that 'Daily Activity' shows.
  const periods = [...new Set([toPeriod(asked), "week" as const])];
  const globalAnalytics = await Promise.all(
    periods.map(async (period) => ({ period, data: await getGlobalAnalytics(actor, { period, bots: "exclude" }) })),
  );
  return (
    <InitialData currentUser={user} globalAnalytics={globalAnalytics}>
      <AnalyticsView />
    </InitialData>
  );
}
