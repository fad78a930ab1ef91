"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { activityQuery } from "@/components/audit/activity-query";
import { ActivitySubject } from "@/components/audit/activity-subject";
import { activityText } from "@/components/audit/activity-text";
import { useActor } from "@/components/data/use-actor";
import { Panel, PanelNote, PanelSkeleton } from "@/components/ui/panel";
import { ListFailed, toListFailure } from "@/components/ui/table/list-states";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { canReadAudit } from "@/lib/audit/policy";
import type { Activity } from "@/lib/audit/types";
import { paths } from "@/lib/paths";

const TITLE = "Recent Activity";

/** The latest changes that the user may see. */
export function RecentActivity() {
  const activity = useQuery(activityQuery);
  const actor = useActor();
  const failure = toListFailure("Recent activity could not be loaded", activity);
  if (activity.isPending) return <PanelSkeleton title={TITLE} />;
  return (
    <Panel
      title={TITLE}
      action={
        canReadAudit(actor) && (
          <Link
            href={paths.auditLog}
            prefetch={false}
            className="touch-target rounded-sm text-muted text-sm hover:text-ink hover:underline"
          >
            View all<span className="sr-only"> activity</span>
          </Link>
        )
      }
    >
      {failure && !activity.data && <ListFailed {...failure} />}
      {activity.data?.length === 0 && <PanelNote>No activity in the last 30 days</PanelNote>}
      {activity.data && activity.data.length > 0 && (
        <ol>
          {activity.data.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

function Entry({ entry }: { entry: Activity }) {
  return (
    <li className="flex min-h-14 items-center gap-4 border-line border-t px-4 py-2 first:border-t-0 sm:px-5">
      <p className="wrap-anywhere min-w-0 flex-1 text-base text-muted">
        <span className="font-medium text-ink">{entry.actorLabel}</span> {activityText(entry)}{" "}
        <ActivitySubject entry={entry} />
      </p>
      <RelativeTime iso={entry.occurredAt} className="shrink-0 text-muted text-sm tabular-nums" />
    </li>
  );
}
