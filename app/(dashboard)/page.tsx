import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { page } from "@/app/(dashboard)/declare-page";
import { loadUrls } from "@/app/(dashboard)/urls/load-urls";
import { currentUser } from "@/app/current-user";
import { activityQuery } from "@/components/audit/activity-query";
import { SignInScreen } from "@/components/auth/sign-in-screen";
import { dashboardStatsQuery, topUrlsQuery } from "@/components/dashboard/dashboard-queries";
import { FirstDashboard } from "@/components/dashboard/first-dashboard";
import { LocalLinksNotice } from "@/components/dashboard/local-links-notice";
import { Overview } from "@/components/dashboard/overview";
import type { Seed } from "@/components/data/initial-data";
import { seed } from "@/components/data/seed";
import { localLinksText } from "@/components/settings/local-links-text";
import { PageHeader } from "@/components/shell/page-header";
import { UrlTable } from "@/components/urls/list/url-table";
import type { Actor } from "@/lib/actor";
import { listActivity } from "@/lib/analytics/activity";
import { getDashboardStats } from "@/lib/analytics/dashboard";
import { TOP_URLS_DEFAULT } from "@/lib/analytics/schema";
import { listTopUrls } from "@/lib/analytics/top-urls";
import { LINK_LIFETIME_MINUTES } from "@/lib/auth/config";
import { env } from "@/lib/env";
import { parseUrl } from "@/lib/parse-url";
import { canManageSettings } from "@/lib/settings/policy";
import { getBaseUrl, hasMailServer } from "@/lib/settings/queries";
import { canSeeAnyUrl } from "@/lib/urls/queries";

/** Value of `error` when a magic link could not be used. */
const LINK_FAILED = "link";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await currentUser()) ? "Dashboard" : "Sign in" };
}

/** Looked up once per request. Who sees no link gets the way to a first one, which shows no numbers yet. */
const seesUrls = cache(canSeeAnyUrl);

/**
 * The sign-in screen, or the dashboard. Without Suspense: React would show skeletons for 300 ms, far longer than the data
 * takes.
 */
export default page({
  signedOut: async ({ error }) => (
    <SignInScreen
      brand={env().BRAND_NAME}
      linkFailed={error === LINK_FAILED}
      hasMailServer={await hasMailServer()}
      linkMinutes={LINK_LIFETIME_MINUTES}
    />
  ),
  load: async (actor, search) => {
    const [hasUrls, overview, urls] = await Promise.all([
      seesUrls(actor),
      Promise.all(loadOverview(actor)),
      loadUrls(actor, search).then((seeds) => Promise.all(seeds)),
    ]);
    return hasUrls ? [...overview, ...urls] : urls;
  },
  view: async (actor) => {
    const [hasUrls, localLinks] = await Promise.all([seesUrls(actor), findLocalLinks(actor)]);
    return (
      <>
        <PageHeader
          title="Dashboard"
          subtitle="Welcome back, manage your short URLs and analytics"
          hasOwnAction={!hasUrls}
        />
        {localLinks && <LocalLinksNotice warning={localLinks} />}
        {hasUrls ? (
          <>
            <Overview />
            <UrlTable />
          </>
        ) : (
          <FirstDashboard />
        )}
      </>
    );
  },
});

function loadOverview(actor: Actor): Promise<Seed>[] {
  return [
    seed(dashboardStatsQuery, getDashboardStats(actor)),
    seed(topUrlsQuery, listTopUrls(actor, { limit: TOP_URLS_DEFAULT })),
    seed(activityQuery, listActivity(actor)),
  ];
}

/** A warning for those who may change the base URL, if the page is open on another machine than the server's. */
async function findLocalLinks(actor: Actor): Promise<string | null> {
  if (!canManageSettings(actor)) return null;
  const address = parseUrl(`http://${(await headers()).get("host")}`);
  return address && localLinksText(await getBaseUrl(), address.hostname);
}
