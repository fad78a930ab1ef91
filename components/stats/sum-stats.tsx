"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { useLiveAnalytics } from "@/components/analytics/use-live-analytics";
import { useAddressState } from "@/components/data/use-address-state";
import { statsAddress, toSumView } from "@/components/stats/stats-address";
import { StatsBody } from "@/components/stats/stats-body";
import { type StatsScope, statsCalls, statsQuery, statsTopUrlsQuery, TOP_URLS } from "@/components/stats/stats-queries";
import { TopLinksCard } from "@/components/stats/top-links-card";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { TOP_URLS_MAX } from "@/lib/analytics/types";

/** The clicks of several links together: those of a group, or the user's own. */
export function SumStats({ scope, name }: { scope: Exclude<StatsScope, { kind: "url" }>; name: string }) {
  const client = useQueryClient();
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
            description="Clicks on these links will appear here."
          />
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
