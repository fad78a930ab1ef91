import type { Metadata } from "next";
import { Unsubscribe, UnsubscribeFailed } from "@/components/summaries/unsubscribe";
import { env } from "@/lib/env";
import { readUnsubscribeToken } from "@/lib/summaries/unsubscribe-token";

export const metadata: Metadata = { title: "Unsubscribe", referrer: "no-referrer" };

/** Asks before it unsubscribes: mail scanners open links, but press no buttons. */
export default async function UnsubscribePage({ params }: { params: Promise<{ token: string }> }) {
  const token = decodeURIComponent((await params).token);
  const brand = env().BRAND_NAME;
  return readUnsubscribeToken(token) ? (
    <Unsubscribe brand={brand} token={token} />
  ) : (
    <UnsubscribeFailed brand={brand} />
  );
}
