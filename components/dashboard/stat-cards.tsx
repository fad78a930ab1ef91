"use client";

import { useQuery } from "@tanstack/react-query";
import { Link2, type LucideIcon, MousePointerClick, QrCode, Users } from "lucide-react";
import { dashboardStatsQuery } from "@/components/analytics/analytics-queries";
import { StatCard, StatCardsSkeleton } from "@/components/dashboard/stat-card";
import { Card } from "@/components/ui/card";
import { ListFailed, toListFailure } from "@/components/ui/list-faces";
import type { DashboardStats } from "@/lib/analytics/types";

type Stat = { key: keyof DashboardStats["changes"]; label: string; icon: LucideIcon; verb?: string };

const STATS: readonly Stat[] = [
  { key: "totalUrls", label: "Total URLs", icon: Link2, verb: "created" },
  { key: "totalClicks", label: "Total Clicks", icon: MousePointerClick },
  { key: "activeUsers", label: "Active Users", icon: Users, verb: "joined" },
  { key: "qrScans", label: "QR Scans", icon: QrCode },
];

/** Totals, and what came in the last 30 days compared with the 30 before. */
export function StatCards() {
  const stats = useQuery(dashboardStatsQuery);
  if (stats.data) {
    const { data } = stats;
    return (
      <section aria-label="Statistics" className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {STATS.map(({ key, ...stat }) => (
          <StatCard key={key} {...stat} value={data[key]} change={data.changes[key]} compared={data.compared[key]} />
        ))}
      </section>
    );
  }
  const failure = toListFailure("The statistics could not be loaded", stats);
  return failure ? (
    <Card aria-label="Statistics">
      <ListFailed {...failure} />
    </Card>
  ) : (
    <StatCardsSkeleton />
  );
}
