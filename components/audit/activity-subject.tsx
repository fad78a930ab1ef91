import Link from "next/link";
import type { ReactNode, Ref } from "react";
import { activityHref } from "@/components/audit/activity-address";
import { cn } from "@/components/ui/cn";
import type { Activity } from "@/lib/audit/types";

type ActivitySubjectProps = {
  entry: Activity;
  /** The subject's label, with parts of it highlighted. */
  label?: ReactNode;
  /** Ref of the link, if there is one. */
  ref?: Ref<HTMLAnchorElement>;
};

/** The name of a change's subject. */
export function subjectName({ subjectLabel, subjectEmail }: Activity): string {
  // Ending all other sessions has no label.
  return subjectLabel || (subjectEmail ?? "");
}

/** The subject of a change, as a link to the screen that shows it. */
export function ActivitySubject({ entry, label = subjectName(entry), ref }: ActivitySubjectProps) {
  const href = activityHref(entry);
  const classes = cn("text-ink wrap-anywhere", entry.subjectType === "short_url" && "font-mono text-sm");
  if (!href)
    return (
      <span translate="no" className={classes}>
        {label}
      </span>
    );
  return (
    <Link
      ref={ref}
      translate="no"
      href={href}
      prefetch={false}
      className={cn(classes, "rounded-sm underline decoration-muted/50 underline-offset-3 hover:decoration-current")}
    >
      {label}
    </Link>
  );
}
