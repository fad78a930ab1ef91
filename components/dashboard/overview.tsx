import { RecentActivity } from "@/components/dashboard/recent-activity";
import { StatCardsSkeleton } from "@/components/dashboard/stat-card";
import { StatCards } from "@/components/dashboard/stat-cards";
import { TopUrls } from "@/components/dashboard/top-urls";
import { PanelSkeleton } from "@/components/ui/panel";

export function Overview() {
  return (
    <>
      <StatCards />
      <div className="grid gap-4 lg:grid-cols-2">
        <RecentActivity />
        <TopUrls />
      </div>
    </>
  );
}

export function OverviewSkeleton() {
  return (
    <>
      <StatCardsSkeleton />
      <div className="grid gap-4 lg:grid-cols-2">
        <PanelSkeleton title="Recent Activity" />
        <PanelSkeleton title="Top Performing URLs" />
      </div>
    </>
  );
}
