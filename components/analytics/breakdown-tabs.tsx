import { type ShownPeriod, TABS, type Tab } from "@/components/analytics/analytics-address";
import { BREAKDOWN_CARDS, type Share, TOP_ENTRIES, toShares, withOther } from "@/components/analytics/breakdown";
import { DbIpLink } from "@/components/analytics/db-ip-link";
import { ShareList } from "@/components/analytics/share-list";
import { SharesDialog, ViewAll } from "@/components/analytics/view-all";
import { periodLabel } from "@/components/stats/stats-text";
import { Panel } from "@/components/ui/panel";
import { TabPanel, TabsRoot } from "@/components/ui/tabs";
import type { Breakdown } from "@/lib/analytics/types";

type BreakdownTabsProps = { breakdown: Breakdown; period: ShownPeriod; tab: Tab; onTab: (tab: Tab) => void };

export function BreakdownTabs({ breakdown, period, tab, onTab }: BreakdownTabsProps) {
  return (
    <TabsRoot label="Breakdown" value={tab} onValue={onTab} options={TABS}>
      {TABS.map(({ value }) => (
        <TabPanel key={value} value={value} className="grid gap-4 rounded-xl lg:grid-cols-3">
          {BREAKDOWN_CARDS[value].map((card) => (
            <BreakdownCard
              key={card.title}
              title={card.title}
              shares={toShares(card.of(breakdown), breakdown.totalClicks, "toLabel" in card ? card.toLabel : undefined)}
              total={breakdown.totalClicks}
              period={period}
            />
          ))}
        </TabPanel>
      ))}
    </TabsRoot>
  );
}

type BreakdownCardProps = { title: string; shares: Share[]; total: number; period: ShownPeriod };

/** The first entries; all of them in a dialog. */
function BreakdownCard({ title, shares, total, period }: BreakdownCardProps) {
  const footer = title === "Countries" && <DbIpLink />;
  const all = { title, shares, total, period: periodLabel(period), footer };
  return (
    <Panel
      title={title}
      footer={footer}
      action={
        shares.length > TOP_ENTRIES && (
          <ViewAll title={title} dialog={(state) => <SharesDialog {...state} {...all} />} />
        )
      }
    >
      <ShareList shares={withOther(shares.slice(0, TOP_ENTRIES), total)} />
    </Panel>
  );
}
