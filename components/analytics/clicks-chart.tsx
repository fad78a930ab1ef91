"use client";

import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { type Day, formatDay, formatShortDay } from "@/components/analytics/breakdown";
import { formatCount } from "@/lib/format";

const TICK = { fill: "var(--muted)", fontSize: 12 };

/** A default export because `lazy` needs one. */
export default function ClicksChart({ days }: { days: readonly Day[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart data={[...days]} margin={{ top: 4, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="date"
          tickFormatter={formatShortDay}
          tick={TICK}
          tickLine={false}
          axisLine={{ stroke: "var(--line)" }}
          minTickGap={32}
        />
        <YAxis
          allowDecimals={false}
          tickFormatter={formatCount}
          tick={TICK}
          tickLine={false}
          axisLine={false}
          width={44}
        />
        <Tooltip isAnimationActive={false} cursor={{ stroke: "var(--line-strong)" }} content={DayTooltip} />
        <Area
          dataKey="count"
          type="monotone"
          stroke="var(--accent)"
          strokeWidth={2}
          fill="var(--accent)"
          fillOpacity={0.12}
          activeDot={{ r: 4, stroke: "var(--surface)", strokeWidth: 2 }}
          isAnimationActive={false}
        />
      </AreaChart>
    </ResponsiveContainer>
  );
}

type DayTooltipProps = { active?: boolean; payload?: readonly { payload?: Day }[] };

function DayTooltip({ active, payload }: DayTooltipProps) {
  const day = payload?.[0]?.payload;
  if (!active || !day) return null;
  return (
    <div className="rounded-lg border border-line bg-raised px-3 py-2 text-sm shadow-raised">
      <p className="text-muted">{formatDay(day.date)}</p>
      <p className="font-medium text-ink tabular-nums">{formatCount(day.count)} clicks</p>
    </div>
  );
}
