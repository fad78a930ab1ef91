import { page } from "@/app/(dashboard)/declare-page";
import { groupsScreen } from "@/app/(dashboard)/groups/loading";
import { seed } from "@/components/data/seed";
import { groupCountsQuery, groupsQuery } from "@/components/groups/group-queries";
import { GroupTable } from "@/components/groups/group-table";
import { countGroups, listGroups } from "@/lib/groups/queries";

export const metadata = { title: groupsScreen.title };

export default page({
  screen: groupsScreen,
  load: (actor) => [seed(groupsQuery, listGroups(actor)), seed(groupCountsQuery, countGroups(actor))],
  view: () => <GroupTable />,
});
