import type { Actor } from "@/lib/actor";
import { readUnfinishedMigrations } from "@/lib/db/background-migrations";
import { pool } from "@/lib/db/pool";
import { queryRows, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { forbidden } from "@/lib/errors";
import { postgresWarning } from "@/lib/postgres-release";
import { canManageSettings } from "@/lib/settings/policy";
import type { DatabaseServer } from "@/lib/settings/types";

/**
 * Returns the version of the database server, with a warning if it should be upgraded, and the progress of background
 * migrations.
 *
 * @throws AppError forbidden
 */
export async function getDatabaseServer(actor: Actor): Promise<DatabaseServer> {
  if (!canManageSettings(actor)) throw forbidden();
  const [row] = await queryRows<{ version: string }>(pool(), sql`SELECT current_setting('server_version') AS version`);
  const server = { version: row?.version ?? "", isEmbedded: env().HOP_EMBEDDED_POSTGRES === "yes" };
  const unfinished = await readUnfinishedMigrations(pool());
  const migrations = unfinished.map(({ lastError, ...progress }) => ({ ...progress, isFailing: lastError !== null }));
  return { ...server, warning: postgresWarning(server), migrations };
}
