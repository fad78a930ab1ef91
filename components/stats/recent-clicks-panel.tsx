"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ListFailed, toListFailure } from "@/components/ui/list-faces";
import { Panel } from "@/components/ui/panel";
import { InlineSwitch } from "@/components/ui/switch-field";
import { RECENT_CLICKS, RecentClicks, RecentClicksSkeleton } from "@/components/urls/recent-clicks";
import { urlClicksQuery } from "@/components/urls/url-queries";

/** The newest clicks of a link. A default export because `lazy` needs one. */
export default function RecentClicksPanel({ urlId, isFiltered }: { urlId: string; isFiltered: boolean }) {
  const [showsBots, setShowsBots] = useState(false);
  const recent = useQuery({
    ...urlClicksQuery(urlId, { limit: RECENT_CLICKS, bots: showsBots ? "include" : "exclude" }),
    placeholderData: keepPreviousData,
  });
  const failure = toListFailure("The recent clicks could not be loaded", recent);
  return (
    <Panel
      title="Recent Clicks"
      action={<InlineSwitch label="Show bots" checked={showsBots} onCheckedChange={setShowsBots} />}
      footer={isFiltered ? "Not filtered: the newest clicks of the link." : undefined}
      className="print:hidden"
    >
      <div className="grid gap-2 p-2 sm:p-4">
        {recent.data && <RecentClicks clicks={recent.data.items} all={recent.data} hasUserAgents={false} />}
        {!recent.data && failure && <ListFailed {...failure} />}
        {!recent.data && !failure && <RecentClicksSkeleton />}
      </div>
    </Panel>
  );
}
