"use client";

import { useHydrated } from "@/components/ui/use-hydrated";
import { formatDate, formatDateTime } from "@/lib/format";

/** A date in the viewer's time zone, which the server cannot know: the browser puts in its own once it is awake. */
export function LocalDate({ iso, className }: { iso: string; className?: string }) {
  const hydrated = useHydrated();
  return (
    <time
      key={hydrated ? "viewer" : "server"}
      dateTime={iso}
      title={hydrated ? formatDateTime(iso) : undefined}
      className={className}
      suppressHydrationWarning
    >
      {formatDate(iso)}
    </time>
  );
}
