import { env } from "@/lib/env";

/** "Wednesday, November 25, 2026 at 10:30 AM UTC", in the installation's time zone: an email is read at any time, anywhere. */
export function mailTime(date: Date): string {
  return new Intl.DateTimeFormat("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone: env().TIME_ZONE,
    timeZoneName: "short",
  }).format(date);
}
