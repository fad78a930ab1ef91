import { StatFigures } from "@/components/stats/stat-figures";
import { DIMENSION_LABELS } from "@/components/stats/stats-text";
import { Panel, PanelSkeleton } from "@/components/ui/panel";
import { Skeleton } from "@/components/ui/skeleton";

/** A placeholder with the height of the numbers. */
export function StatsSkeleton({ isSum }: { isSum: boolean }) {
  return (
    <>
      <p role="status" className="sr-only">
        Loading...
      </p>
      <StatFigures stats={undefined} isSum={isSum} />
      <Panel title="Clicks Over Time" busy footer={<Skeleton className="w-40" />}>
        <div className="h-72 px-4 py-4">
          <Skeleton className="h-full rounded-lg" />
        </div>
      </Panel>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {(["referrer", "device", "access"] as const).map((by) => (
          <PanelSkeleton key={by} title={DIMENSION_LABELS[by].title} />
        ))}
      </div>
    </>
  );
}
