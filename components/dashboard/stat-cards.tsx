"use client";

import { useQuery } from "@tanstack/react-query";
import { Link2, type LucideIcon, MousePointerClick, QrCode, Users } from "lucide-react";
import { dashboardStatsQuery } from "@/components/dashboard/dashboard-queries";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { fittingSize } from "@/components/ui/fitting-size";
import { Skeleton } from "@/components/ui/skeleton";
import { ListFailed, toListFailure } from "@/components/ui/table/list-states";
import { changeColour } from "@/components/ui/text/change-colour";
import { EmptyValue } from "@/components/ui/text/empty-value";
import type { DashboardStats } from "@/lib/analytics/types";
import { formatCount } from "@/lib/format";

type Stat = { key: keyof DashboardStats["changes"]; label: string; icon: LucideIcon; verb?: string };

const STATS: readonly Stat[] = [
  { key: "totalUrls", label: "Total URLs", icon: Link2, verb: "created" },
  { key: "totalClicks", label: "Total Clicks", icon: MousePointerClick },
  { key: "activeUsers", label: "Active Users", icon: Users, verb: "joined" },
  { key: "qrScans", label: "QR Scans", icon: QrCode },
];

/** Totals, and the change in the last 30 days compared with the 30 before. */
export function StatCards() {
  const stats = useQuery(dashboardStatsQuery);
  if (stats.data) {
    const { data } = stats;
    return (
      <section
        aria-label="Statistics"
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4"
      >
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

const cardClasses = "@container grid min-w-0 content-start gap-1 rounded-xl border border-line bg-surface p-4 sm:p-5";

type StatCardProps = {
  label: string;
  icon: LucideIcon;
  value: number;
  change: string | null;
  compared: { last: number; before: number };
  /** Verb for what is compared, such as "created". */
  verb?: string;
};

function StatCard({ label, icon: Icon, value, change, compared: { last, before }, verb }: StatCardProps) {
  const number = formatCount(value);
  return (
    <dl data-keep-together className={cardClasses}>
      <dt className="flex items-center justify-between gap-2 font-medium text-muted text-sm">
        <span className="truncate">{label}</span>
        <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
      </dt>
      <dd className="font-semibold text-ink leading-8 tabular-nums tracking-[-0.02em]" style={fittingSize(number)}>
        {number}
      </dd>
      <dd className="grid text-muted text-xs tabular-nums">
        <Change text={change} />
        <span>
          {`${[formatCount(last), verb].filter(Boolean).join(" ")} in 30 days, ${formatCount(before)} before`}
        </span>
      </dd>
    </dl>
  );
}

function Change({ text }: { text: string | null }) {
  if (text === null) {
    return (
      <span className="font-medium" title="No earlier data to compare with">
        <EmptyValue label="No earlier data to compare with" />
      </span>
    );
  }
  return <span className={cn("font-medium", changeColour(text))}>{text.replace("-", "−")}</span>;
}

const CARDS = ["a", "b", "c", "d"];

function StatCardsSkeleton() {
  return (
    <section
      aria-label="Statistics"
      aria-busy
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4"
    >
      {CARDS.map((card) => (
        <div key={card} className={cardClasses}>
          <div className="flex h-5 items-center">
            <Skeleton className="w-20" />
          </div>
          <div className="flex h-8 items-center">
            <Skeleton className="h-6 w-16" />
          </div>
          <div className="grid h-8 content-around">
            <Skeleton className="w-8" />
            <Skeleton className="w-56 max-w-full" />
          </div>
        </div>
      ))}
    </section>
  );
}
