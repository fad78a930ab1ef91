"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Copy, MousePointerClick, QrCode } from "lucide-react";
import { useState } from "react";
import { useLiveAnalytics } from "@/components/analytics/use-live-analytics";
import { useAddressState } from "@/components/data/use-address-state";
import { LinkHead } from "@/components/stats/link-head";
import { statsAddress } from "@/components/stats/stats-address";
import { StatsBody } from "@/components/stats/stats-body";
import { type StatsScope, statsQuery, urlMarksQuery, urlQuery } from "@/components/stats/stats-queries";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DialogButton } from "@/components/ui/dialog-button";
import { EmptyState } from "@/components/ui/empty-state";
import { ListFailed, toListFailure } from "@/components/ui/list-faces";
import { Panel } from "@/components/ui/panel";
import { InlineSwitch } from "@/components/ui/switch-field";
import { copyShortUrl } from "@/components/urls/copy";
import { RECENT_CLICKS, RecentClicks, RecentClicksSkeleton } from "@/components/urls/recent-clicks";
import { withoutScheme } from "@/components/urls/short-link-text";
import { QrDialog } from "@/components/urls/url-dialogs";
import { urlClicksQuery } from "@/components/urls/url-queries";
import type { ListedUrl } from "@/lib/urls/types";

/** The analytics of a link, updated live. */
export function LinkStats({ url: rendered }: { url: ListedUrl }) {
  const { id } = rendered;
  const [view, setView] = useAddressState(statsAddress);
  const link = useQuery(urlQuery(id));
  const url = link.data ?? rendered;
  const scope: StatsScope = { kind: "url", id };
  const stats = useQuery({ ...statsQuery(scope, view), placeholderData: keepPreviousData });
  const marks = useQuery({ ...urlMarksQuery(id, view.range), placeholderData: keepPreviousData });
  const [showsBots, setShowsBots] = useState(false);
  const recent = useQuery({
    ...urlClicksQuery(id, { limit: RECENT_CLICKS, bots: showsBots ? "include" : "exclude" }),
    placeholderData: keepPreviousData,
  });
  const live = useLiveAnalytics(() => [stats, recent].forEach((query) => void query.refetch()), id);
  const hasVisits = url.clickCount > 0 || (stats.data && stats.data.clicks + stats.data.bots > 0);
  const failure = toListFailure("The recent clicks could not be loaded", recent);
  return (
    <>
      <LinkHead url={url} />
      <StatsBody
        scope={scope}
        name={withoutScheme(url.shortUrl)}
        view={view}
        onView={setView}
        query={stats}
        marks={marks.data?.marks ?? []}
        live={live}
        empty={<NoClicks url={url} isAllTime={view.range === "all"} />}
      />
      {hasVisits && (
        <Panel
          title="Recent Clicks"
          action={<InlineSwitch label="Show bots" checked={showsBots} onCheckedChange={setShowsBots} />}
          footer={view.filters.length > 0 ? "Not filtered: the newest clicks of the link." : undefined}
          className="print:hidden"
        >
          <div className="grid gap-2 p-2 sm:p-4">
            {recent.data && <RecentClicks clicks={recent.data.items} all={recent.data} hasUserAgents={false} />}
            {!recent.data && failure && <ListFailed {...failure} />}
            {!recent.data && !failure && <RecentClicksSkeleton />}
          </div>
        </Panel>
      )}
    </>
  );
}

function NoClicks({ url, isAllTime }: { url: ListedUrl; isAllTime: boolean }) {
  const image = url.qrCodeUrl;
  return (
    <Card aria-label="Analytics">
      <EmptyState
        icon={MousePointerClick}
        title={isAllTime || url.clickCount === 0 ? "No clicks yet" : "No clicks in this period"}
        description={
          url.status === "active"
            ? "Share the link or its QR code; clicks will appear here as they happen."
            : `This link is ${url.status} and leads nowhere.`
        }
      >
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="secondary" onClick={() => void copyShortUrl(url.shortUrl)}>
            <Copy aria-hidden className="size-4" strokeWidth={1.75} />
            Copy Short URL
          </Button>
          {image && (
            <DialogButton
              variant="secondary"
              intent={QrDialog.intent}
              dialog={(props) => <QrDialog {...props} url={url} image={image} />}
            >
              <QrCode aria-hidden className="size-4" strokeWidth={1.75} />
              QR Code
            </DialogButton>
          )}
        </div>
      </EmptyState>
    </Card>
  );
}
