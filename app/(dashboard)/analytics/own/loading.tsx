import { loading, type Screen } from "@/app/(dashboard)/declare-page";
import { BackRow } from "@/components/shell/back-link";
import { StatsSkeleton } from "@/components/stats/stats-skeleton";
import { paths } from "@/lib/paths";

export const ownAnalyticsScreen: Screen = {
  title: "My Links",
  subtitle: "Clicks, sources and devices for the links you created",
  above: () => <BackRow href={paths.analytics}>Back to Analytics</BackRow>,
  skeleton: <StatsSkeleton isSum />,
};

export default loading(ownAnalyticsScreen);
