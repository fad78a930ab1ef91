import { SumStats } from "@/components/stats/sum-stats";
import type { Group } from "@/lib/groups/types";

/** The analytics of a group's links. */
export function GroupStats({ group: { id, name, description } }: { group: Group }) {
  return (
    <>
      <header className="min-w-0">
        <h1 className="break-words font-semibold text-2xl text-ink tracking-[-0.02em]">{name}</h1>
        <p className="mt-0.5 text-pretty text-base text-muted">{description || "Clicks on the links of this group"}</p>
      </header>
      <SumStats scope={{ kind: "group", id }} name={name} />
    </>
  );
}
