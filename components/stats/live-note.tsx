import type { LiveState } from "@/components/analytics/use-live-analytics";
import { cn } from "@/components/ui/cn";

/** Whether the numbers are updated as clicks come in. */
export function LiveNote({ state }: { state: LiveState }) {
  const isLive = state === "live";
  return (
    <span className="flex items-center gap-2 text-muted text-sm">
      <span
        role="img"
        aria-label={isLive ? "Live" : "Not live"}
        title={isLive ? "Updates live" : "Reconnecting"}
        className={cn("size-2 rounded-full", isLive ? "bg-accent" : "border border-current")}
      />
      <span aria-hidden>Live</span>
    </span>
  );
}
