import { loading, type Screen } from "@/app/(dashboard)/declare-page";
import { SessionTableSkeleton } from "@/components/sessions/session-table";
import { SummarySettingSkeleton } from "@/components/summaries/summary-setting";

export const sessionsScreen: Screen = {
  title: "Your Sessions",
  subtitle: "Where you are signed in. Sessions end 30 days after sign-in.",
  skeleton: (
    <>
      <SessionTableSkeleton />
      <SummarySettingSkeleton />
    </>
  ),
};

export default loading(sessionsScreen);
