import { TABS, type Tab } from "@/components/analytics/analytics-address";
import { BREAKDOWN_CARDS, TOP_ENTRIES, toValues } from "@/components/analytics/breakdown";
import { BreakdownCard } from "@/components/stats/breakdown-card";
import { TabPanel, TabsRoot } from "@/components/ui/tabs";
import type { Breakdown } from "@/lib/analytics/types";

type BreakdownTabsProps = { breakdown: Breakdown; tab: Tab; onTab: (tab: Tab) => void };

export function BreakdownTabs({ breakdown, tab, onTab }: BreakdownTabsProps) {
  return (
    <TabsRoot label="Breakdown" value={tab} onValue={onTab} options={TABS}>
      {TABS.map(({ value }) => (
        <TabPanel key={value} value={value} className="grid gap-4 rounded-xl lg:grid-cols-3">
          {BREAKDOWN_CARDS[value].map(([title, by, property]) => (
            <BreakdownCard
              key={by}
              by={by}
              title={title}
              values={toValues(breakdown[property])}
              total={breakdown.totalClicks}
              first={TOP_ENTRIES}
              filters={[]}
              onFilter={undefined}
            />
          ))}
        </TabPanel>
      ))}
    </TabsRoot>
  );
}
