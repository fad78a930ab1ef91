"use client";

import { useSyncExternalStore } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";
import { formatDateTime, formatRelative } from "@/lib/format";

const MINUTE_MS = 60_000;

/** A time such as "3 min. ago", kept up to date, with the exact time as its title. */
export function RelativeTime({ iso, className }: { iso: string; className?: string }) {
  const hydrated = useHydrated();
  const read = () => formatRelative(iso);
  const text = useSyncExternalStore(watchMinutes, read, read);
  return (
    <time
      dateTime={iso}
      title={hydrated ? formatDateTime(iso) : undefined}
      className={className}
      suppressHydrationWarning
    >
      {text}
    </time>
  );
}

/**
 * Calls back every minute, and when the page becomes visible: browsers suspend timers of hidden pages. Returns a
 * function that stops it.
 */
export function watchMinutes(onMinute: () => void): () => void {
  const timer = setInterval(onMinute, MINUTE_MS);
  document.addEventListener("visibilitychange", onMinute);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onMinute);
  };
}
