import { ownStatsSeed } from "@/app/(dashboard)/(subject)/stats-seed";
import { ownAnalyticsScreen } from "@/app/(dashboard)/analytics/own/loading";
import { page } from "@/app/(dashboard)/declare-page";
import { SumStats } from "@/components/stats/sum-stats";

export const metadata = { title: ownAnalyticsScreen.title };

/** Linked for overall admins, whose Analytics page covers all links; others see these statistics there. */
export default page({
  screen: ownAnalyticsScreen,
  load: ownStatsSeed,
  view: () => <SumStats scope={{ kind: "own" }} name="My links" />,
});
