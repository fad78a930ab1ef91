"use client";

import { useSyncExternalStore } from "react";
import { watchMinutes } from "@/components/ui/minute-tick";
import { useHydrated } from "@/components/ui/use-hydrated";
import { formatDateTime, formatRelative } from "@/lib/format";

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
