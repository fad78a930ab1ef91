import pg from "pg";
import { rebuildRollups } from "@/lib/clicks/rebuild-rollups";
import { formatCount, plural } from "@/lib/format";
import { runCommand } from "@/server/command";
import { reachDatabase } from "@/server/prepare";

/** `npm run rollups:rebuild`: counts the stored clicks anew. Hop may run. */
await runCommand(async () => {
  const { databaseUrl, stop } = await reachDatabase();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  // The pool has ended a moment before its connections have, which Postgres then ends by itself.
  pool.on("error", () => undefined);
  try {
    const { days, kept, counters } = await rebuildRollups(pool, (day) => process.stdout.write(`${day}\n`));
    process.stdout.write(
      `Counted ${plural(days, "day")} anew; ${formatCount(counters)} counters of links were wrong.\n`,
    );
    if (kept > 0) process.stdout.write("The first day stays as it was: some of its clicks are stored no more.\n");
  } finally {
    await pool.end();
    await stop();
  }
});
