"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Overview } from "@/components/dashboard/overview";
import { lazyPart } from "@/components/ui/button/on-demand";
import { UrlTable } from "@/components/urls/list/url-table";
import { urlsQuery } from "@/components/urls/url-queries";

/** Loaded separately: the same page is the dashboard of everyone else. */
const FirstLinkCard = lazyPart(() =>
  import("@/components/dashboard/first-link-card").then((file) => file.FirstLinkCard),
);

/** The dashboard of a user who sees no links: a card for creating the first one, and the rest once there is one. */
export function FirstDashboard() {
  const { data } = useInfiniteQuery(urlsQuery);
  const [hasUrls, setHasUrls] = useState(false);
  // Stays true when they are deleted again.
  if (!hasUrls && data?.pages.some(({ items }) => items.length > 0)) setHasUrls(true);
  return (
    <>
      {hasUrls ? (
        <>
          <Overview />
          <UrlTable />
        </>
      ) : (
        <Suspense>
          <FirstLinkCard />
        </Suspense>
      )}
    </>
  );
}
