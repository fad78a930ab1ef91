import { convertClicks } from "@/lib/clicks/convert-clicks";
import { runBackgroundMigrations } from "@/lib/db/background-migrations";
import { pool } from "@/lib/db/pool";

// Converts clicks as a worker does, until it is killed or has finished.
const finished = new AbortController();
const migration = convertClicks(pool());
const converting = {
  ...migration,
  convert: async (...args: Parameters<typeof migration.convert>) => {
    const converted = await migration.convert(...args);
    if (converted === null) finished.abort();
    return converted;
  },
};
await runBackgroundMigrations(pool(), [converting], finished.signal, { minPauseMs: 0 });
await pool().end();
