import { sessionsScreen } from "@/app/(dashboard)/account/sessions/loading";
import { page } from "@/app/(dashboard)/declare-page";
import { currentActor } from "@/app/current-user";
import { seed } from "@/components/data/seed";
import { sessionsQuery } from "@/components/sessions/session-queries";
import { SessionTable } from "@/components/sessions/session-table";
import { SummarySetting } from "@/components/summaries/summary-setting";
import { summarySettingQuery } from "@/components/summaries/summary-setting-query";
import { listSessions } from "@/lib/sessions/queries";
import { getSummarySetting } from "@/lib/summaries/setting";

export const metadata = { title: sessionsScreen.title };

export default page({
  screen: sessionsScreen,
  load: async (user) => {
    // Includes the session, so that the list can mark the current one.
    const actor = (await currentActor()) ?? user;
    return [seed(sessionsQuery, listSessions(actor)), seed(summarySettingQuery, getSummarySetting(actor))];
  },
  view: () => (
    <>
      <SessionTable />
      <SummarySetting />
    </>
  ),
});
