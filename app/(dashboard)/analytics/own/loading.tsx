import { loading, type Screen } from "@/app/(dashboard)/declare-page";
import { BackLink } from "@/components/settings/back-link";
import { StatsSkeleton } from "@/components/stats/stats-skeleton";
import { paths } from "@/lib/paths";

export const ownAnalyticsScreen: Screen = {
  title: "My Links",
  subtitle: "Clicks, sources and devices of the links that you created",
  above: () => (
    <div className="-mb-3 flex print:hidden">
      <BackLink href={paths.analytics}>Back to Analytics</BackLink>
    </div>
  ),
  skeleton: <StatsSkeleton isSum />,
};

export default loading(ownAnalyticsScreen);
