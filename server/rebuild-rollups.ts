import { rebuildRollups } from "@/lib/clicks/rebuild-rollups";
import { formatCount, plural } from "@/lib/format";
import { onDatabase, runCommand } from "@/server/command";
import { reachDatabase } from "@/server/prepare";

/** `npm run rollups:rebuild`: counts the stored clicks anew. Hop may run. */
await runCommand(() =>
  onDatabase(reachDatabase, async (pool) => {
    const { days, kept, counters } = await rebuildRollups(pool, (day) => process.stdout.write(`${day}\n`));
    process.stdout.write(
      `Counted ${plural(days, "day")} anew; ${formatCount(counters)} counters of links were wrong.\n`,
    );
    if (kept > 0) process.stdout.write("The first day stays as it was: some of its clicks are stored no more.\n");
  }),
);
