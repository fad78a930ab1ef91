import type { LiveState } from "@/components/analytics/use-live-analytics";
import { cn } from "@/components/ui/cn";

/** Whether the numbers are updated as clicks come in. */
export function LiveDot({ state }: { state: LiveState }) {
  const isLive = state === "live";
  return (
    <span
      role="img"
      aria-label={isLive ? "Live" : "Not live"}
      title={isLive ? "Updates live" : "Reconnecting"}
      className={cn("size-2 rounded-full", isLive ? "bg-accent" : "border border-current")}
    />
  );
}
