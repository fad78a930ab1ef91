"use client";

import { Tabs } from "radix-ui";
import type { ReactNode } from "react";
import { TABS, type Tab } from "@/components/analytics/analytics-address";
import { BREAKDOWN_CARDS, topShares } from "@/components/analytics/breakdown";
import { ShareList } from "@/components/analytics/share-list";
import { Panel } from "@/components/ui/panel";
import type { Breakdown } from "@/lib/analytics/types";

const FOOTERS: Record<string, ReactNode> = {
  // Required by CC BY 4.0, with the link.
  Countries: (
    <a href="https://db-ip.com" target="_blank" rel="noreferrer" className="rounded-sm underline hover:text-ink">
      IP geolocation by DB-IP
    </a>
  ),
};

type BreakdownTabsProps = { breakdown: Breakdown; tab: Tab; onTab: (tab: Tab) => void };

export function BreakdownTabs({ breakdown, tab, onTab }: BreakdownTabsProps) {
  const onValue = (value: string) => {
    const chosen = TABS.find((option) => option.value === value);
    if (chosen) onTab(chosen.value);
  };
  return (
    <Tabs.Root value={tab} onValueChange={onValue} className="grid min-w-0 gap-4">
      <Tabs.List aria-label="Breakdown" className="flex gap-3 border-line border-b">
        {TABS.map(({ value, label }) => (
          <Tabs.Trigger
            key={value}
            value={value}
            className="-outline-offset-2 -mb-px first:-ml-1 h-10 rounded-t-sm border-transparent border-b-2 px-1 font-medium text-base text-muted transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {TABS.map(({ value }) => (
        <Tabs.Content key={value} value={value} className="grid gap-4 rounded-xl lg:grid-cols-3">
          {BREAKDOWN_CARDS[value].map((card) => (
            <Panel key={card.title} title={card.title} footer={FOOTERS[card.title]}>
              <ShareList
                shares={topShares(
                  card.of(breakdown),
                  breakdown.totalClicks,
                  "toLabel" in card ? { toLabel: card.toLabel } : {},
                )}
              />
            </Panel>
          ))}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
