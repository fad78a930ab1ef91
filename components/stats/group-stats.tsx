import { PageHeader } from "@/components/shell/page-header";
import { SumStats } from "@/components/stats/sum-stats";
import type { Group } from "@/lib/groups/types";

/** The analytics of a group's links. */
export function GroupStats({ group: { id, name, description } }: { group: Group }) {
  return (
    <>
      <PageHeader title={name} subtitle={description || "Clicks on the links of this group"} hasOwnAction />
      <SumStats scope={{ kind: "group", id }} name={name} />
    </>
  );
}
