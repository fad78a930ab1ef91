import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddressState } from "@/components/data/use-address-state";
import { useClockNote } from "@/components/data/use-clock-note";
import { type StatsView, toClicksSearch } from "@/components/stats/stats-address";
import { InlineSwitch } from "@/components/ui/form/switch-field";
import { Panel } from "@/components/ui/panel";
import { ListFailed, toListFailure } from "@/components/ui/table/list-states";
import { botsAddress } from "@/components/urls/analytics/analysed-link";
import { RECENT_CLICKS, RecentClicks, RecentClicksSkeleton } from "@/components/urls/analytics/recent-clicks";
import { urlClicksQuery } from "@/components/urls/url-queries";

/** Statistics without any visits don't show this panel. */
const ONLY_BOTS = { title: "No clicks", description: "Only bots have visited. Turn on “Show bots” to list them." };

type RecentClicksPanelProps = { urlId: string; view: StatsView };

/** The newest clicks of a link in a range that pass the filters. */
export function RecentClicksPanel({ urlId, view }: RecentClicksPanelProps) {
  const [showsBots, setShowsBots] = useAddressState(botsAddress);
  const recent = useQuery({
    ...urlClicksQuery(urlId, {
      limit: RECENT_CLICKS,
      bots: showsBots ? "include" : "exclude",
      asked: String(toClicksSearch(view)),
    }),
    placeholderData: keepPreviousData,
  });
  const clockNote = useClockNote("Chart and filter times");
  const failure = toListFailure("The recent clicks could not be loaded", recent);
  return (
    <Panel
      title="Recent Clicks"
      action={
        <div className="-my-2">
          <InlineSwitch label="Show bots" checked={showsBots} onCheckedChange={setShowsBots} />
        </div>
      }
      footer={clockNote}
      className="print:hidden"
    >
      <div className="grid gap-2 p-2 sm:p-5">
        {recent.data && (
          <RecentClicks clicks={recent.data.items} all={recent.data} hasUserAgents={false} empty={ONLY_BOTS} />
        )}
        {!recent.data && failure && <ListFailed {...failure} />}
        {!recent.data && !failure && <RecentClicksSkeleton />}
      </div>
    </Panel>
  );
}
