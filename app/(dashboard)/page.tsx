import type { Metadata } from "next";
import { Suspense } from "react";
import { OverviewWithData } from "@/app/(dashboard)/overview-with-data";
import { UrlsWithData } from "@/app/(dashboard)/urls-with-data";
import { currentUser } from "@/app/current-user";
import { SignInScreen } from "@/components/auth/sign-in-screen";
import { OverviewSkeleton } from "@/components/dashboard/overview";
import { PageHeader } from "@/components/shell/page-header";
import { UrlTableSkeleton } from "@/components/urls/url-table-skeleton";
import { env } from "@/lib/env";

/** Set by the server when a magic link could not be used. */
const LINK_FAILED = "link";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await currentUser()) ? "Dashboard" : "Sign in" };
}

type HomeProps = { searchParams: Promise<{ error?: string | string[] }> };

export default async function Home({ searchParams }: HomeProps) {
  const user = await currentUser();
  if (!user) {
    const { error } = await searchParams;
    return <SignInScreen brand={env().BRAND_NAME} linkFailed={error === LINK_FAILED} />;
  }
  return (
    <>
      <PageHeader title="Dashboard" subtitle="Welcome back, manage your short URLs and analytics" />
      <Suspense fallback={<OverviewSkeleton />}>
        <OverviewWithData user={user} />
      </Suspense>
      <Suspense fallback={<UrlTableSkeleton />}>
        <UrlsWithData user={user} />
      </Suspense>
    </>
  );
}
