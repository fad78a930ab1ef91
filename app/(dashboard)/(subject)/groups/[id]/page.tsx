import { statsSeed } from "@/app/(dashboard)/(subject)/stats-seed";
import { subjectPage } from "@/app/(dashboard)/declare-page";
import { readPageSearch } from "@/components/data/address";
import { GroupStats } from "@/components/stats/group-stats";
import { statsAddress } from "@/components/stats/stats-address";
import { toSumView } from "@/components/stats/sum-view";
import { listGroups } from "@/lib/groups/queries";
import { getGroupStats } from "@/lib/stats/queries";

export const metadata = { title: "Group Analytics" };

export default subjectPage({
  find: async (actor, id) => (await listGroups(actor)).find((group) => group.id === id) ?? null,
  load: (actor, { id }, search) =>
    statsSeed({ kind: "group", id }, toSumView(readPageSearch(statsAddress, search)), (query) =>
      getGroupStats(actor, id, query),
    ),
  view: (group) => <GroupStats group={group} />,
});
