"use client";

import { useHydrated } from "@/components/ui/use-hydrated";
import { formatDateTime, formatRelative } from "@/lib/format";

/** A time such as "3 min. ago", with the exact time as its title. */
export function RelativeTime({ iso, className }: { iso: string; className?: string }) {
  const hydrated = useHydrated();
  return (
    <time
      dateTime={iso}
      title={hydrated ? formatDateTime(iso) : undefined}
      className={className}
      suppressHydrationWarning
    >
      {formatRelative(iso)}
    </time>
  );
}
