import type { ComponentProps } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";
import { formatDate, formatDateTime } from "@/lib/format";

type LocalDateProps = { iso: string; className?: string };

/** A date in the viewer's time zone. The server does not know it, so the browser corrects the date after hydration. */
export function LocalDate({ iso, className }: LocalDateProps) {
  const hydrated = useHydrated();
  return (
    <LocalTime iso={iso} className={className} title={hydrated ? formatDateTime(iso) : undefined}>
      {formatDate(iso)}
    </LocalTime>
  );
}

/** A date and time; see LocalDate. */
export function LocalDateTime({ iso, className }: LocalDateProps) {
  return (
    <LocalTime iso={iso} className={className}>
      {formatDateTime(iso)}
    </LocalTime>
  );
}

function LocalTime({
  iso,
  ...props
}: Pick<ComponentProps<"time">, "className" | "title" | "children"> & { iso: string }) {
  const hydrated = useHydrated();
  return <time key={hydrated ? "viewer" : "server"} dateTime={iso} suppressHydrationWarning {...props} />;
}
