import { RecentActivity } from "@/components/dashboard/recent-activity";
import { StatCards } from "@/components/dashboard/stat-cards";
import { TopUrls } from "@/components/dashboard/top-urls";

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
