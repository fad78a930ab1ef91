"use client";

import { useQuery } from "@tanstack/react-query";
import { AllTopLinks, TOP_LINKS, TOP_LINKS_FAILED } from "@/components/analytics/all-top-links";
import type { ShownPeriod } from "@/components/analytics/analytics-address";
import { periodTopUrlsQuery } from "@/components/analytics/analytics-queries";
import { linkShares, TOP_ENTRIES, withOther } from "@/components/analytics/breakdown";
import { ShareList } from "@/components/analytics/share-list";
import { periodLabel } from "@/components/stats/stats-text";
import { ListFailed, toListFailure } from "@/components/ui/list-faces";
import { Panel, PanelSkeleton } from "@/components/ui/panel";
import { PERIOD_TOP_URLS_MAX } from "@/lib/analytics/types";

/** The links with the most clicks in the period; each opens its analytics. */
export function TopLinks({ period }: { period: ShownPeriod }) {
  const top = useQuery(periodTopUrlsQuery(period, TOP_ENTRIES));
  if (top.isPending) return <PanelSkeleton title={TOP_LINKS} />;
  const failure = toListFailure(TOP_LINKS_FAILED, top);
  const shown = top.data && withOther(linkShares(top.data), top.data.totalClicks);
  const hasMore = shown?.some(({ isOther }) => isOther) && (
    <AllTopLinks
      period={periodLabel(period)}
      total={top.data?.totalClicks ?? 0}
      query={periodTopUrlsQuery(period, PERIOD_TOP_URLS_MAX)}
    />
  );
  return (
    <Panel title={TOP_LINKS} action={hasMore}>
      {shown ? <ShareList shares={shown} /> : failure && <ListFailed {...failure} />}
    </Panel>
  );
}
