import { rebuildRollups } from "@/lib/clicks/rebuild-rollups";
import { plural } from "@/lib/format";
import { type Command, exclusively, onDatabase } from "@/server/command";
import { reachDatabase } from "@/server/prepare";

/** `hop rollups rebuild`: rebuilds the counts from the stored clicks. Hop can keep running. */
export const rebuildCounts: Command = (_input, say) =>
  onDatabase(reachDatabase, async (pool) => {
    const rebuilt = await exclusively(pool, "rebuild of the counts", () => rebuildRollups(pool, say));
    const { days, kept, counters } = rebuilt;
    say(`Recounted ${plural(days, "day")}; corrected ${plural(counters, "link counter")}.`);
    if (kept > 0) say("The first day was left unchanged: some of its clicks are no longer stored.");
    return rebuilt;
  });
