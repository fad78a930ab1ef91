import type { Metadata } from "next";
import { headers } from "next/headers";
import { type Load, WithData } from "@/app/(dashboard)/declare-page";
import { loadUrls } from "@/app/(dashboard)/urls/load-urls";
import { currentUser } from "@/app/current-user";
import { activityQuery } from "@/components/audit/activity-query";
import { SignInScreen } from "@/components/auth/sign-in-screen";
import { dashboardStatsQuery, topUrlsQuery } from "@/components/dashboard/dashboard-queries";
import { FirstDashboard } from "@/components/dashboard/first-dashboard";
import { LocalLinksNotice } from "@/components/dashboard/local-links-notice";
import { Overview } from "@/components/dashboard/overview";
import type { PageSearch } from "@/components/data/address";
import { seed } from "@/components/data/seed";
import { localLinksText } from "@/components/settings/local-links-text";
import { PageHeader } from "@/components/shell/page-header";
import { UrlTable } from "@/components/urls/list/url-table";
import { listActivity } from "@/lib/analytics/activity";
import { getDashboardStats } from "@/lib/analytics/dashboard";
import { TOP_URLS_DEFAULT } from "@/lib/analytics/schema";
import { listTopUrls } from "@/lib/analytics/top-urls";
import { LINK_LIFETIME_MINUTES } from "@/lib/auth/config";
import { toActor } from "@/lib/auth/session";
import { env } from "@/lib/env";
import { parseUrl } from "@/lib/parse-url";
import { canManageSettings } from "@/lib/settings/policy";
import { getBaseUrl, hasMailServer } from "@/lib/settings/queries";
import { seesAnyUrl } from "@/lib/urls/queries";

/** Value of `error` when a magic link could not be used. */
const LINK_FAILED = "link";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await currentUser()) ? "Dashboard" : "Sign in" };
}

const HEADER = { title: "Dashboard", subtitle: "Welcome back, manage your short URLs and analytics" };

type HomeProps = { searchParams: Promise<PageSearch> };

/** The sign-in screen, or the dashboard: its two parts, which load at the same time, or the way to a first link. */
export default async function Home({ searchParams }: HomeProps) {
  const loadedAt = Date.now();
  const user = await currentUser();
  if (!user) {
    const { error } = await searchParams;
    return (
      <SignInScreen
        brand={env().BRAND_NAME}
        linkFailed={error === LINK_FAILED}
        hasMailServer={await hasMailServer()}
        linkMinutes={LINK_LIFETIME_MINUTES}
      />
    );
  }
  const actor = toActor(user);
  const localLinks = canManageSettings(actor) ? await findLocalLinks() : null;
  if (!(await seesAnyUrl(actor))) {
    return (
      <>
        <PageHeader {...HEADER} hasOwnAction />
        {localLinks && <LocalLinksNotice warning={localLinks} />}
        <WithData loadedAt={loadedAt} user={user} load={loadUrls} view={() => <FirstDashboard />} />
      </>
    );
  }
  return (
    <>
      <PageHeader {...HEADER} />
      {localLinks && <LocalLinksNotice warning={localLinks} />}
      {/* Without Suspense: React would show skeletons for 300 ms, far longer than the data takes. */}
      <WithData loadedAt={loadedAt} user={user} load={loadOverview} view={() => <Overview />} />
      <WithData loadedAt={loadedAt} user={user} load={loadUrls} search={await searchParams} view={() => <UrlTable />} />
    </>
  );
}

/** A warning, if the page is open on another machine than the server's. */
async function findLocalLinks(): Promise<string | null> {
  const page = parseUrl(`http://${(await headers()).get("host")}`);
  return page && localLinksText(await getBaseUrl(), page.hostname);
}

const loadOverview: Load = (actor) => [
  seed(dashboardStatsQuery, getDashboardStats(actor)),
  seed(topUrlsQuery, listTopUrls(actor, { limit: TOP_URLS_DEFAULT })),
  seed(activityQuery, listActivity(actor)),
];
