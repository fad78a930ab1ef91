"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { Overview } from "@/components/dashboard/overview";
import { urlsQuery } from "@/components/urls/url-queries";
import { UrlTable } from "@/components/urls/url-table";

/** Loaded separately: the same page is the dashboard of everyone else. */
const FirstLinkCard = lazy(() =>
  import("@/components/dashboard/first-link-card").then((file) => ({ default: file.FirstLinkCard })),
);

/** The dashboard of a user who sees no links: a card for creating the first one, and the rest once there is one. */
export function FirstDashboard() {
  const { data } = useInfiniteQuery(urlsQuery);
  const [hasUrls, setHasUrls] = useState(false);
  // Stays true when they are deleted again.
  if (!hasUrls && data?.pages.some(({ items }) => items.length > 0)) setHasUrls(true);
  useEffect(() => {
    // The card's button, to which its dialog returned the focus, is hidden now.
    if (hasUrls && document.activeElement === document.body) document.getElementById("content")?.focus();
  }, [hasUrls]);
  return (
    <>
      {hasUrls && (
        <>
          <Overview />
          <UrlTable />
        </>
      )}
      {/* Hidden, not removed: its dialog may still be open, to create another link. */}
      <div hidden={hasUrls}>
        <Suspense>
          <FirstLinkCard />
        </Suspense>
      </div>
    </>
  );
}
