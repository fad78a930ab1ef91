import type pg from "pg";

const MIN_VERSION = 15;

/** What Hop needs to know of a database server before it uses it. */
export type DatabaseServer = {
  /** For example 18.4 */
  version: string;
  number: number;
  user: string;
  isReadOnly: boolean;
  mayCreate: boolean;
  /** The job queue creates a schema. */
  mayCreateSchema: boolean;
};

export async function readServer(client: Pick<pg.ClientBase, "query">): Promise<DatabaseServer> {
  const { rows } = await client.query<DatabaseServer>(`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
           current_user AS user,
           pg_is_in_recovery() OR current_setting('default_transaction_read_only')::bool AS "isReadOnly",
           coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreate",
           has_database_privilege(current_database(), 'CREATE') OR to_regnamespace('pgboss') IS NOT NULL
             AS "mayCreateSchema"`);
  const [server] = rows;
  if (!server) throw new Error("the database reports no version");
  return server;
}

/** Why Hop can't use a server, and what the operator can do; null if it can. */
export function serverProblem(server: DatabaseServer): { what: string; remedy: string } | null {
  const { version, number, user, isReadOnly, mayCreate, mayCreateSchema } = server;
  if (number < MIN_VERSION * 10_000) {
    const remedy = `upgrade it, or use another server`;
    return { what: `this is Postgres ${version}, and Hop needs ${MIN_VERSION} or later`, remedy };
  }
  if (isReadOnly) {
    const remedy = "use the primary, and a user whose default_transaction_read_only is off";
    return { what: `the database is read-only for the user ${user}`, remedy };
  }
  if (mayCreate && mayCreateSchema) return null;
  return {
    what: `the user ${user} may not create ${mayCreate ? "schemas" : "tables"} in this database`,
    remedy: "make it the database's owner, or grant it CREATE on the database and its schema",
  };
}
