import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { toAddress } from "@/components/data/address";
import type { callQuery } from "@/components/data/call-query";
import { RANKED_ROW, RankedCard } from "@/components/stats/ranked-card";
import { type StatsView, statsAddress } from "@/components/stats/stats-address";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Panel, PanelSkeleton } from "@/components/ui/panel";
import { ListFailed, ListIncomplete, toListFailure } from "@/components/ui/table/list-states";
import { destinationText } from "@/components/urls/short-link-text";
import { STATUS_BADGE } from "@/components/urls/url-status";
import type { PeriodTopUrls } from "@/lib/analytics/types";
import { paths } from "@/lib/paths";

const TITLE = "Top Links";

type TopLinksCardProps = {
  range: StatsView["range"];
  query: (limit: number) => ReturnType<typeof callQuery<PeriodTopUrls>>;
  /** Number of links shown initially. */
  first: number;
  /** Number of links in the whole list. */
  max: number;
};

/** The most clicked links; each leads to its own analytics, for the same period. */
export function TopLinksCard({ range, query, first, max }: TopLinksCardProps) {
  const [showsAll, setShowsAll] = useState(false);
  const all = useQuery({ ...query(max), enabled: showsAll });
  const shownAll = showsAll ? all.data : undefined;
  // Shown while the others load, or if they can't be loaded.
  const few = useQuery({ ...query(first), enabled: !shownAll });
  const top = shownAll ?? few.data;
  if (!top) {
    const failure = toListFailure("The top links could not be loaded", few);
    return failure ? (
      <Panel title={TITLE}>
        <ListFailed {...failure} />
      </Panel>
    ) : (
      <PanelSkeleton title={TITLE} />
    );
  }
  const failure = showsAll && !shownAll && toListFailure("The other links could not be loaded", all);
  const search = toAddress(statsAddress, { range, interval: null, filters: [] });
  const rows = top.urls.map((url) => ({
    key: url.id,
    text: `${url.shortCode} ${url.originalUrl}`,
    clicks: url.clickCount,
    url,
  }));
  return (
    <RankedCard
      title={TITLE}
      rows={rows}
      total={top.totalClicks}
      first={first}
      showsAll={showsAll}
      onShowsAll={setShowsAll}
      isPartial
      busy={showsAll && all.isLoading}
      notice={failure && <ListIncomplete {...failure} />}
    >
      {({ url: { id, shortCode, originalUrl, status } }, { bar, figures }) => (
        <Link
          href={`${paths.url(id)}${search && `?${search}`}`}
          prefetch={false}
          title={destinationText(originalUrl)}
          className={cn(RANKED_ROW, "hover:bg-hover")}
        >
          {bar}
          <span translate="no" className="relative max-w-[50%] truncate font-medium font-mono text-ink text-sm">
            {shortCode}
          </span>
          {status !== "active" && (
            <Badge className="relative shrink-0" variant={STATUS_BADGE[status]}>
              {status}
            </Badge>
          )}
          <span className="relative min-w-0 flex-1 truncate text-muted text-sm">{destinationText(originalUrl)}</span>
          {figures}
        </Link>
      )}
    </RankedCard>
  );
}
