import { subjectPage } from "@/app/(dashboard)/declare-page";
import { seed } from "@/components/data/initial-data";
import { groupsQuery } from "@/components/groups/group-queries";
import { GroupStats } from "@/components/stats/group-stats";
import type { Actor } from "@/lib/actor";
import { listGroups } from "@/lib/groups/queries";

export const metadata = { title: "Group Analytics" };

export default subjectPage({
  find: async (actor: Actor, id) => (await listGroups(actor)).find((group) => group.id === id) ?? null,
  load: (actor) => [seed(groupsQuery, listGroups(actor))],
  view: (group) => <GroupStats group={group} />,
});
