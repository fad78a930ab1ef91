import { useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { activityText } from "@/components/audit/activity-text";
import { auditChanges } from "@/components/audit/audit-changes";
import { AuditChanges } from "@/components/audit/audit-changes-list";
import { useGroupNames } from "@/components/groups/use-group-names";
import { EmptyState } from "@/components/ui/empty-state";
import { ListSkeleton } from "@/components/ui/skeleton";
import { ListFooter, moreOf } from "@/components/ui/table/list-footer";
import { ListFailed, toListFailure } from "@/components/ui/table/list-states";
import { LocalDateTime } from "@/components/ui/text/local-date";
import { urlHistoryQuery } from "@/components/urls/url-queries";
import { BULK_URLS, unnamedActor } from "@/lib/audit/types";
import { plural } from "@/lib/format";
import type { UrlHistoryEntry } from "@/lib/urls/types";

/** Who changed a link, when and how. Fetches when it is shown. */
export function UrlHistory({ urlId }: { urlId: string }) {
  const history = useInfiniteQuery(urlHistoryQuery(urlId));
  const groupNames = useGroupNames();
  const failure = toListFailure("The history could not be loaded", history);
  const entries = history.data?.pages.flatMap(({ items }) => items);
  if (failure && !entries) return <ListFailed {...failure} />;
  if (!entries) return <ListSkeleton widths={["w-56", "w-40", "w-48"]} />;
  if (entries.length === 0) {
    return <EmptyState icon={History} title="No changes yet" description="Changes to this link will appear here." />;
  }
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <ol>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} groupNames={groupNames} />
        ))}
      </ol>
      <ListFooter more={moreOf(history)}>{`Showing ${plural(entries.length, "change")}`}</ListFooter>
    </div>
  );
}

type EntryProps = { entry: UrlHistoryEntry; groupNames: ReadonlyMap<string, string> };

function Entry({ entry, groupNames }: EntryProps) {
  return (
    <li className="grid gap-x-4 gap-y-1 border-line border-t px-4 py-2.5 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="text-base text-muted">
          <span className="font-medium text-ink">{entry.actorLabel ?? unnamedActor(entry.isByApiKey)}</span>{" "}
          {activityText({ action: entry.action, subjectType: BULK_URLS })} this link
        </p>
        <div className="text-sm">
          <AuditChanges changes={auditChanges(entry, groupNames)} />
        </div>
      </div>
      <LocalDateTime iso={entry.occurredAt} className="text-muted text-sm tabular-nums sm:pt-0.5" />
    </li>
  );
}
