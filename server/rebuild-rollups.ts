import { rebuildRollups } from "@/lib/clicks/rebuild-rollups";
import { plural } from "@/lib/format";
import { onDatabase, runCommand } from "@/server/command";
import { reachDatabase } from "@/server/prepare";

/** `npm run rollups:rebuild`: rebuilds the counts from the stored clicks. Hop can keep running. */
await runCommand(() =>
  onDatabase(reachDatabase, async (pool) => {
    const { days, kept, counters } = await rebuildRollups(pool, (day) => process.stdout.write(`${day}\n`));
    process.stdout.write(`Recounted ${plural(days, "day")}; corrected ${plural(counters, "link counter")}.\n`);
    if (kept > 0) process.stdout.write("The first day was left unchanged: some of its clicks are no longer stored.\n");
  }),
);
