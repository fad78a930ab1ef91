import { env } from "@/lib/env";
import { plural } from "@/lib/format";
import type { Command } from "@/server/command";
import { type PreparedDatabase, prepareDatabase } from "@/server/postgres/prepare-database";
import { openDatabase } from "@/server/prepare";
import { exitCodeAfter, listenForShutdown, untilShutdown } from "@/server/processes/shutdown";

/** `hop migrate`: migrates the database as each start does, for deployments that do this separately. */
export const migrateDatabase: Command = async (_input, say) => {
  const { version, applied } = await migrate();
  say(applied.length === 0 ? "The database is up to date." : `Applied ${plural(applied.length, "migration")}:`);
  for (const name of applied) say(`  ${name}`);
  return { applied, postgres: version };
};

/** A running Hop has migrated its embedded database, whose folder it locks. */
async function migrate(): Promise<PreparedDatabase> {
  const { ADMIN_EMAIL, BASE_URL, DATABASE_URL, DATA_DIR } = env();
  const shutdown = listenForShutdown();
  if (DATABASE_URL) {
    // Another process may be migrating, which can take long.
    const prepared = await untilShutdown(shutdown, () =>
      prepareDatabase(DATABASE_URL, {
        adminEmail: ADMIN_EMAIL,
        baseUrl: BASE_URL,
        dataDir: DATA_DIR,
        acceptsReadOnly: true,
      }),
    );
    return prepared ?? process.exit(exitCodeAfter(shutdown));
  }
  const { postgres, applied, stop } = await openDatabase(shutdown);
  await stop();
  if (shutdown.aborted) process.exit(exitCodeAfter(shutdown));
  return { version: postgres.version, applied };
}
