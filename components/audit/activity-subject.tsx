import Link from "next/link";
import { activityHref } from "@/components/audit/activity-address";
import { cn } from "@/components/ui/cn";
import type { Activity } from "@/lib/audit/types";

/** The subject of a change, which leads to where it is shown. */
export function ActivitySubject({ entry }: { entry: Activity }) {
  const href = activityHref(entry);
  const classes = cn("text-ink wrap-anywhere", entry.subjectType === "short_url" && "font-mono text-sm");
  // Ending all other sessions has no label.
  const label = entry.subjectLabel || entry.subjectEmail;
  if (!href) return <span className={classes}>{label}</span>;
  return (
    <Link
      href={href}
      prefetch={false}
      className={cn(classes, "rounded-sm underline decoration-muted/50 underline-offset-3 hover:decoration-current")}
    >
      {label}
    </Link>
  );
}
