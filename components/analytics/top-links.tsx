"use client";

import { useQuery } from "@tanstack/react-query";
import type { ShownPeriod } from "@/components/analytics/analytics-address";
import { periodTopUrlsQuery } from "@/components/analytics/analytics-queries";
import { linkShares, TOP_ENTRIES, withOther } from "@/components/analytics/breakdown";
import { ShareList } from "@/components/analytics/share-list";
import { SharesDialog, ViewAll } from "@/components/analytics/view-all";
import { ListFailed, toListFailure } from "@/components/ui/list-faces";
import { Panel, PanelSkeleton } from "@/components/ui/panel";
import { PERIOD_TOP_URLS_MAX, type PeriodTopUrls } from "@/lib/analytics/types";

const TITLE = "Top Links";
const FAILED = "The top links could not be loaded";

/** The links with the most clicks in the period; each opens its analytics. */
export function TopLinks({ period }: { period: ShownPeriod }) {
  const top = useQuery(periodTopUrlsQuery(period, TOP_ENTRIES));
  if (top.isPending) return <PanelSkeleton title={TITLE} />;
  const failure = toListFailure(FAILED, top);
  const shown = top.data && withOther(linkShares(top.data), top.data.totalClicks);
  const hasMore = shown?.some(({ isOther }) => isOther) && (
    <ViewAll title={TITLE} dialog={(state) => <AllLinks {...state} period={period} top={top.data} />} />
  );
  return (
    <Panel title={TITLE} action={hasMore}>
      {shown ? <ShareList shares={shown} /> : failure && <ListFailed {...failure} />}
    </Panel>
  );
}

type AllLinksProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  period: ShownPeriod;
  top: PeriodTopUrls | undefined;
};

/** Fetched each time they are shown. */
function AllLinks({ period, top, ...state }: AllLinksProps) {
  const all = useQuery({ ...periodTopUrlsQuery(period, PERIOD_TOP_URLS_MAX), enabled: state.open, staleTime: 0 });
  return (
    <SharesDialog
      {...state}
      title={TITLE}
      period={period}
      shares={all.data && linkShares(all.data)}
      total={(all.data ?? top)?.totalClicks ?? 0}
      failure={toListFailure(FAILED, all)}
    />
  );
}
