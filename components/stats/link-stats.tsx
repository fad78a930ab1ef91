"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy, MousePointerClick, QrCode } from "lucide-react";
import { useLiveAnalytics } from "@/components/analytics/use-live-analytics";
import { useAddressState } from "@/components/data/use-address-state";
import { hourlyVisitorsQuery, withVisitors } from "@/components/stats/hourly-visitors";
import { LinkHead } from "@/components/stats/link-head";
import { statsAddress } from "@/components/stats/stats-address";
import { StatsBody } from "@/components/stats/stats-body";
import { type StatsScope, statsCalls, statsQuery, urlMarksQuery } from "@/components/stats/stats-queries";
import { Button } from "@/components/ui/button/button";
import { lazyPart } from "@/components/ui/button/on-demand";
import { Card } from "@/components/ui/card";
import { Deferred } from "@/components/ui/deferred";
import { EmptyState } from "@/components/ui/empty-state";
import { PanelSkeleton } from "@/components/ui/panel";
import { copyShortUrl } from "@/components/urls/copy";
import { withoutScheme } from "@/components/urls/short-link-text";
import { type OpenUrlDialog, URL_DIALOGS, UrlDialogs, useUrlDialogs } from "@/components/urls/url-dialogs";
import { urlClicksKey, urlQuery } from "@/components/urls/url-queries";
import { useUrlPermissions } from "@/components/urls/use-url-permissions";
import type { ListedUrl } from "@/lib/urls/types";

/** Loaded on demand: tables are larger than the cards above. */
const RecentClicksPanel = lazyPart(() =>
  import("@/components/stats/recent-clicks-panel").then((file) => file.RecentClicksPanel),
);

/** The analytics of a link, updated live. */
export function LinkStats({ url: rendered }: { url: ListedUrl }) {
  const { id } = rendered;
  const [view, setView] = useAddressState(statsAddress);
  const client = useQueryClient();
  const { onOpen, ...dialogs } = useUrlDialogs();
  const link = useQuery(urlQuery(id));
  const url = link.data ?? rendered;
  const scope: StatsScope = { kind: "url", id };
  const stats = useQuery({ ...statsQuery(scope, view), placeholderData: keepPreviousData });
  const isByHour = stats.data?.interval === "hour" && view.filters.length === 0;
  const hourly = useQuery({
    ...hourlyVisitorsQuery(id, view),
    enabled: isByHour && !stats.isPlaceholderData,
    placeholderData: keepPreviousData,
  });
  const marks = useQuery({ ...urlMarksQuery(id, view.range), placeholderData: keepPreviousData });
  const live = useLiveAnalytics(() => {
    void client.invalidateQueries({ queryKey: [statsCalls(scope).stats] });
    void client.invalidateQueries({ queryKey: urlClicksKey(id) });
  }, `url=${id}`);
  const hasVisits = stats.data ? stats.data.clicks + stats.data.bots > 0 : url.clickCount > 0;
  return (
    <>
      <LinkHead url={url} onOpen={onOpen} />
      <StatsBody
        scope={scope}
        name={withoutScheme(url.shortUrl)}
        view={view}
        onView={setView}
        query={stats}
        stats={stats.data && withVisitors(stats.data, isByHour ? hourly.data : undefined)}
        marks={marks.data}
        live={live}
        empty={<NoClicks url={url} onOpen={onOpen} isAllTime={view.range === "all"} />}
      />
      {hasVisits && (
        <Deferred fallback={<PanelSkeleton title="Recent Clicks" />}>
          <RecentClicksPanel urlId={id} view={view} />
        </Deferred>
      )}
      <UrlDialogs {...dialogs} />
    </>
  );
}

type NoClicksProps = { url: ListedUrl; onOpen: OpenUrlDialog; isAllTime: boolean };

/** Its first live click replaces it, but closes no dialog that was opened from it. */
function NoClicks({ url, onOpen, isAllTime }: NoClicksProps) {
  const canEdit = useUrlPermissions().canEdit(url);
  const isActive = url.status === "active";
  return (
    <Card aria-label="Analytics">
      <EmptyState
        icon={MousePointerClick}
        title={isAllTime || url.clickCount === 0 ? "No clicks yet" : "No clicks in this period"}
        description={
          isActive
            ? "Share the link or its QR code; clicks will appear here as they happen."
            : `This link is ${url.status}, so it doesn't redirect visitors.${canEdit ? " Edit it to make it active again." : ""}`
        }
      >
        {isActive && <ShareButtons url={url} onOpen={onOpen} />}
      </EmptyState>
    </Card>
  );
}

function ShareButtons({ url, onOpen }: Pick<NoClicksProps, "url" | "onOpen">) {
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <Button icon={Copy} variant="secondary" onClick={() => void copyShortUrl(url.shortUrl)}>
        Copy Short URL
      </Button>
      {url.qrCodeUrl && (
        <Button
          icon={QrCode}
          variant="secondary"
          aria-haspopup="dialog"
          {...URL_DIALOGS.qr.intent}
          onClick={() => onOpen("qr", url)}
        >
          QR Code
        </Button>
      )}
    </div>
  );
}
