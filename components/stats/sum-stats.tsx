"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import Link from "next/link";
import { useLiveAnalytics } from "@/components/analytics/use-live-analytics";
import { toAddress } from "@/components/data/address";
import { useCurrentUser } from "@/components/data/use-actor";
import { useAddressState } from "@/components/data/use-address-state";
import { statsAddress, toSumView } from "@/components/stats/stats-address";
import { StatsBody } from "@/components/stats/stats-body";
import { type StatsScope, statsCalls, statsQuery, statsTopUrlsQuery, TOP_URLS } from "@/components/stats/stats-queries";
import { TopLinksCard } from "@/components/stats/top-links-card";
import { buttonClass } from "@/components/ui/button/button-class";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { urlAddress } from "@/components/urls/list/url-address";
import { NO_FILTERS } from "@/components/urls/list/url-filters";
import { NEWEST_FIRST } from "@/components/urls/list/url-sort";
import { TOP_URLS_MAX } from "@/lib/analytics/types";
import { paths } from "@/lib/paths";

type SumScope = Exclude<StatsScope, { kind: "url" }>;

/** The clicks of several links together: those of a group, or the user's own. */
export function SumStats({ scope, name }: { scope: SumScope; name: string }) {
  const client = useQueryClient();
  const { id: userId } = useCurrentUser();
  const [wanted, setView] = useAddressState(statsAddress);
  const view = toSumView(wanted);
  const stats = useQuery({ ...statsQuery(scope, view), placeholderData: keepPreviousData });
  const { topUrls } = statsCalls(scope);
  const live = useLiveAnalytics(
    () => {
      void stats.refetch();
      void client.invalidateQueries({ queryKey: [topUrls] });
    },
    scope.kind === "own" ? "own=true" : `group=${scope.id}`,
  );
  return (
    <StatsBody
      scope={scope}
      name={name}
      view={view}
      onView={setView}
      query={stats}
      live={live}
      empty={
        <Card aria-label="Analytics">
          <EmptyState
            icon={ChartNoAxesColumn}
            title="No clicks in this period"
            description={`Clicks on ${scope.kind === "own" ? "your" : "this group's"} links will appear here.`}
          >
            <Link className={buttonClass({ variant: "secondary" })} href={urlsHref(scope, userId)}>
              Show URLs
            </Link>
          </EmptyState>
        </Card>
      }
    >
      {topUrls && (
        <TopLinksCard
          range={view.range}
          query={(limit) => statsTopUrlsQuery(topUrls, view.range, limit)}
          first={TOP_URLS}
          max={TOP_URLS_MAX}
        />
      )}
    </StatsBody>
  );
}

function urlsHref(scope: SumScope, userId: string): string {
  const filter = scope.kind === "own" ? { creatorId: userId } : { groupId: scope.id };
  return `${paths.urls}?${toAddress(urlAddress, { filters: { ...NO_FILTERS, ...filter }, sort: NEWEST_FIRST })}`;
}
