import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { notFound } from "next/navigation";
import SharedStatsNotFound from "@/app/analytics/shared/[token]/not-found";
import { SharedPage } from "@/components/shares/shared-page";
import { SharedPassword } from "@/components/shares/shared-password";
import { env } from "@/lib/env";
import { setPageStatus } from "@/lib/http/page-status";
import { isPrefetch } from "@/lib/prefetch";
import { viewShare } from "@/lib/shares/view";

/** Says nothing about the link: the title appears in previews and histories. */
export const metadata: Metadata = { title: "Shared statistics", referrer: "no-referrer" };

type SharedStatsPageProps = {
  params: Promise<{ token: string }>;
  searchParams: Promise<{ range?: string | string[] }>;
};

/** Open to anyone who has the address; middleware.ts sets its headers. */
export default async function SharedStatsPage({ params, searchParams }: SharedStatsPageProps) {
  const [{ token }, { range }, jar, head] = await Promise.all([params, searchParams, cookies(), headers()]);
  const view = await viewShare(token, range, {
    readCookie: (name) => jar.get(name)?.value,
    userAgent: head.get("user-agent"),
    isPrefetch: isPrefetch((name) => head.get(name)),
  });
  if (!view) return setPageStatus(404) ? <SharedStatsNotFound /> : notFound();
  const brand = env().BRAND_NAME;
  return view.isLocked ? (
    <SharedPassword token={token} brand={brand} />
  ) : (
    <SharedPage stats={view.stats} brand={brand} />
  );
}
