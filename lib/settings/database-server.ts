import { pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { forbidden } from "@/lib/errors";
import { postgresWarning } from "@/lib/postgres-release";
import { canManageSettings } from "@/lib/settings/policy";
import type { DatabaseServer } from "@/lib/settings/types";
import type { Actor } from "@/lib/users/types";

/**
 * The version of the database server, and what an operator should do about it.
 *
 * @throws AppError forbidden
 */
export async function getDatabaseServer(actor: Actor): Promise<DatabaseServer> {
  if (!canManageSettings(actor)) throw forbidden();
  const { rows } = await pool().query<{ version: string }>("SELECT current_setting('server_version') AS version");
  const server = { version: rows[0]?.version ?? "", isEmbedded: env().HOP_EMBEDDED_POSTGRES === "yes" };
  return { ...server, warning: postgresWarning(server) };
}
