import type pg from "pg";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { plural } from "@/lib/format";

const MIN_VERSION = 15;
/** In which Prisma expects the tables. */
const SCHEMA = "public";

/** Facts about a database server that Hop checks before it uses it. */
export type DatabaseServer = {
  /** For example 18.4 */
  version: string;
  number: number;
  user: string;
  /** In which new tables are created; null if there is none. */
  schema: string | null;
  isReadOnly: boolean;
  mayCreate: boolean;
  /** Whether jobs may be stored in the job queue's tables or, if there are none, whether these may be created. */
  mayUseQueue: boolean;
  /**
   * What to run so that the user has the rights of the owner of the tables; empty if that is a superuser, null if the
   * user has them, or there are no tables.
   */
  ownerStatement: string | null;
  /** For example UTF8 */
  encoding: string;
  /** Whether it lower-cases A to Z like JavaScript, since short codes are looked up in lower case. */
  lowersAscii: boolean;
  /** Whether it lower-cases letters beyond these, such as É. */
  lowersLetters: boolean;
  /** How many connections the user may have at once. */
  connections: number;
};

export async function readServer(client: Pick<pg.ClientBase, "query">): Promise<DatabaseServer> {
  const [server] = await queryRows<DatabaseServer>(
    client,
    sql`
      SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
             current_user AS user, current_schema() AS schema,
             pg_is_in_recovery() OR current_setting('default_transaction_read_only')::bool AS "isReadOnly",
             coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreate",
             coalesce(
               (SELECT has_schema_privilege(queue.oid, 'USAGE')
                       AND coalesce(has_table_privilege(job.oid, 'INSERT'), has_schema_privilege(queue.oid, 'CREATE'))
                FROM pg_namespace AS queue LEFT JOIN pg_class AS job ON relnamespace = queue.oid AND relname = 'job'
                WHERE nspname = 'pgboss'),
               has_database_privilege(current_database(), 'CREATE')) AS "mayUseQueue",
             (SELECT CASE WHEN rolsuper THEN '' ELSE format('GRANT %I TO %I', rolname, current_user) END
              FROM (SELECT relid FROM pg_partition_tree(to_regclass('public.visits'))
                    UNION ALL SELECT to_regclass('public.short_urls')) AS tables (id)
              JOIN pg_class ON pg_class.oid = id
              JOIN pg_roles ON pg_roles.oid = relowner
              WHERE NOT pg_has_role(relowner, 'USAGE') LIMIT 1) AS "ownerStatement",
             current_setting('server_encoding') AS encoding,
             lower('ABCDEFGHIJKLMNOPQRSTUVWXYZ') = 'abcdefghijklmnopqrstuvwxyz' AS "lowersAscii",
             coalesce(lower(chr(code)) = chr(code + 32), false) AS "lowersLetters",
             (SELECT min(connections) FROM (
                SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
                       - coalesce(current_setting('reserved_connections', true)::int, 0)
                UNION SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user AND NOT rolsuper
                UNION SELECT datconnlimit FROM pg_database WHERE datname = current_database()
              ) AS allowed (connections) WHERE connections >= 0) AS connections
      -- É, which other encodings may not have.
      FROM (SELECT CASE current_setting('server_encoding') WHEN 'UTF8' THEN 201 END) AS letter (code)`,
  );
  if (!server) throw new Error("the database reports no version");
  return server;
}

export type Problem = { what: string; remedy: string };

/** SQL_ASCII stores any bytes. */
const ENCODINGS = ["UTF8", "SQL_ASCII"];

/** Without a provider, it would be the one of the cluster: Turkish again if that is ICU's. */
const ANOTHER_DATABASE =
  "create another one with TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C.UTF-8'";

/** The problem with a locale such as C, which an existing database can't change; null if there is none. */
export function lettersProblem({ lowersLetters }: DatabaseServer): Problem | null {
  if (lowersLetters) return null;
  const what =
    "the database has a locale that knows only the letters A to Z, so searches are case-sensitive for letters such as É";
  return { what, remedy: ANOTHER_DATABASE };
}

/** The problem with rights on the job queue, which a database in use may have lost; null if there is none. */
export function queueProblem({ mayUseQueue, user }: DatabaseServer): Problem | null {
  if (mayUseQueue) return null;
  return {
    what: `the user ${user} may neither use nor create the job queue's tables in this database, so no mail is sent`,
    remedy: `make it the owner of the schema pgboss and its tables; or, if there are none, run CREATE SCHEMA pgboss AUTHORIZATION ${user}, or grant it CREATE on the database`,
  };
}

/**
 * The problem with a user who may use the tables but doesn't own them, which shows only months later; null if there is
 * none.
 */
export function ownerProblem({ ownerStatement, user }: DatabaseServer): Problem | null {
  if (ownerStatement === null) return null;
  return {
    what: `the user ${user} doesn't own Hop's tables, so future months' clicks can't be stored, old ones can't be deleted, and upgrades fail`,
    remedy: ownerStatement ? `run ${ownerStatement}` : "make it their owner, as docs/configuration.md describes",
  };
}

/**
 * The problem with options that were chosen when the database was created and can't be changed; null if there is none.
 */
export function creationProblem({ encoding, lowersAscii }: DatabaseServer): Problem | null {
  const remedy = ANOTHER_DATABASE;
  if (!ENCODINGS.includes(encoding)) {
    const what = `the database has the encoding ${encoding}, in which most names and referrers can't be stored`;
    return { what, remedy };
  }
  if (lowersAscii) return null;
  return { what: "the database has a Turkish locale, in which short codes with a capital I are not found", remedy };
}

/** SQLSTATE (Postgres, appendix A): invalid_parameter_value. */
const INVALID_VALUE = "22023";

/**
 * The problem with a time zone that Node knows and the database doesn't, such as an old name that its system has
 * removed: statistics would fail. Null if there is none.
 */
export async function timeZoneProblem(client: Pick<pg.ClientBase, "query">, timeZone: string): Promise<Problem | null> {
  try {
    await execute(client, sql`SELECT now() AT TIME ZONE ${timeZone}`);
    return null;
  } catch (error) {
    if ((error as { code?: string }).code !== INVALID_VALUE) throw error;
    const remedy =
      "set it to the zone's current name (US/Pacific is America/Los_Angeles), or update the database's tzdata";
    return { what: `the database doesn't know the zone ${timeZone}, so statistics fail`, remedy };
  }
}

/** Maximum difference between the clocks: sessions, sign-in links and days of statistics compare times of both. */
const MAX_SKEW_MS = 2_000;

/** The problem with clocks that disagree; null if there is none. */
export async function clockProblem(client: Pick<pg.ClientBase, "query">): Promise<Problem | null> {
  const asked = Date.now();
  const [row] = await queryRows<{ at: string }>(client, sql`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS at`);
  const answered = Date.now();
  const skewMs = Math.abs(Number(row?.at) - (asked + answered) / 2) - (answered - asked) / 2;
  if (skewMs <= MAX_SKEW_MS) return null;
  const seconds = plural(Math.round(skewMs / 1_000), "second");
  return { what: `it differs from the database's by ${seconds}`, remedy: "synchronise both clocks (NTP)" };
}

/** The problem with a database that another application has migrated with Prisma, and Hop hasn't. */
export const OTHER_APPLICATION: Problem = {
  what: "the database has the migrations of another application (table _prisma_migrations)",
  remedy: "give Hop a database of its own",
};

/** Why Hop can't use a server, and what the operator can do; null if it can. */
export function serverProblem(
  server: Pick<DatabaseServer, "version" | "number" | "user" | "schema" | "isReadOnly" | "mayCreate">,
): Problem | null {
  const { version, number, user, schema, isReadOnly, mayCreate } = server;
  if (number < MIN_VERSION * 10_000) {
    const remedy = `upgrade it, or use another server`;
    return { what: `this is Postgres ${version}, and Hop needs ${MIN_VERSION} or later`, remedy };
  }
  if (isReadOnly) {
    const remedy = "use the primary, and a user whose default_transaction_read_only is off";
    return { what: `the database is read-only for the user ${user}`, remedy };
  }
  if (schema === null) {
    return {
      what: `${user} can't use any schema in its search_path`,
      remedy: `set the user's search_path to ${SCHEMA} with ALTER ROLE, and grant it USAGE and CREATE on that schema`,
    };
  }
  if (schema !== SCHEMA) {
    return {
      what: `the first schema in the search_path of ${user} is ${schema}, and Hop's tables must be in ${SCHEMA}`,
      remedy: `set the user's search_path to ${SCHEMA} with ALTER ROLE, and grant it CREATE on that schema`,
    };
  }
  if (mayCreate) return null;
  const remedy = `make it the database's owner, or grant it CREATE on the database and on the schema ${SCHEMA}`;
  return { what: `the user ${user} may not create tables in this database`, remedy };
}
