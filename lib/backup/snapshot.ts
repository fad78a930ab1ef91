import pg from "pg";
import { BackupError } from "@/lib/backup/error";
import type { BackupFacts } from "@/lib/backup/header";
import type { BackupTable, Manifest } from "@/lib/backup/manifest";
import { KEPT_TABLES, PARTITIONED_TABLES } from "@/lib/backup/tables";
import { type AppliedMigration, appliedMigrations, migrationNames } from "@/lib/db/migrate";
import { queryRows, raw, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { hopVersion } from "@/lib/version";

type Snapshot = {
  facts: BackupFacts;
  /** Tables in loading order. */
  tables: BackupTable[];
  /** Called at the end: sequences are not part of the snapshot, and a later value does no harm. */
  readSequences: () => Promise<Manifest["sequences"]>;
};

/** How long to wait for an exclusive lock on a table. */
const LOCK_TIMEOUT = "SET LOCAL lock_timeout = '30s'";

/**
 * Begins a transaction that sees the database as it is now, and describes it. It blocks only schema changes: a
 * migration, or dropping a month of clicks.
 *
 * @throws BackupError if this isn't Hop's database, or a newer version may have migrated it
 */
export async function takeSnapshot(client: pg.ClientBase): Promise<Snapshot> {
  const names = await existingTables(client);
  if (names.length === 0) throw new BackupError("This database has none of Hop's tables.");
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await client.query(LOCK_TIMEOUT);
  // Locked before the first query, which takes the snapshot: a month dropped between the two would look empty.
  await client.query(`LOCK TABLE ${names.map(pg.escapeIdentifier).join(", ")} IN ACCESS SHARE MODE`);
  const migrations = await readMigrations(client);
  const [server] = await queryRows<{ at: Date; version: string }>(
    client,
    sql`SELECT clock_timestamp() AS at, current_setting('server_version') AS version`,
  );
  const facts = {
    createdAt: (server?.at ?? new Date()).toISOString(),
    hopVersion: hopVersion(),
    postgresVersion: server?.version ?? "",
    timeZone: env().TIME_ZONE,
    migrations,
    months: await readMonths(client),
  };
  return { facts, tables: await readTables(client, names), readSequences: () => readSequences(client, names) };
}

/**
 * The migrations of Hop. Another application may have added its own to a database that it shares with Hop: one that
 * this version doesn't know is certainly another application's if it precedes this version's last, since later versions
 * only add later ones.
 *
 * @throws BackupError if a newer version of Hop may have migrated the database
 */
async function readMigrations(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const known = migrationNames();
  const last = known.at(-1) ?? "";
  const migrations = (await appliedMigrations(client)).filter(({ name }) => known.includes(name) || name > last);
  const unknown = migrations.find(({ name }) => name > last);
  if (!unknown) return migrations;
  throw new BackupError(
    `The database has the migration ${unknown.name}, which this version of Hop doesn't know: make the backup with the newer version that has migrated it. If the migration is another application's, move that one to a database of its own.`,
  );
}

/** The existing ones of KEPT_TABLES, in the same order. */
export async function existingTables(
  client: pg.ClientBase,
  wanted: readonly string[] = KEPT_TABLES,
): Promise<string[]> {
  const rows = await queryRows<{ name: string }>(
    client,
    sql`SELECT name FROM unnest(${wanted}::text[]) WITH ORDINALITY AS wanted (name, position)
        WHERE to_regclass(quote_ident(name)) IS NOT NULL ORDER BY position`,
  );
  return rows.map(({ name }) => name);
}

/** Tables with their writable columns. */
function readTables(client: pg.ClientBase, names: string[]): Promise<BackupTable[]> {
  return queryRows<BackupTable>(
    client,
    sql`SELECT name, array_agg(attname::text ORDER BY attnum) AS columns
        FROM unnest(${names}::text[]) WITH ORDINALITY AS wanted (name, position)
        JOIN pg_attribute ON attrelid = to_regclass(quote_ident(name))
        WHERE attnum > 0 AND NOT attisdropped AND attgenerated = ''
        GROUP BY name, position ORDER BY position`,
  );
}

/** The months of the partitions. For a partition that Hop didn't create, the months of its rows. */
async function readMonths(client: pg.ClientBase): Promise<BackupFacts["months"]> {
  const partitions = await queryRows<{ table: string; name: string; partition: string }>(
    client,
    sql`SELECT parent.relname::text AS table, part.relname::text AS name, part.oid::regclass::text AS partition
        FROM pg_inherits
        JOIN pg_class AS parent ON parent.oid = inhparent
        JOIN pg_class AS part ON part.oid = inhrelid
        WHERE parent.oid IN (SELECT to_regclass(quote_ident(name)) FROM unnest(${Object.keys(PARTITIONED_TABLES)}::text[]) AS name)
        ORDER BY part.relname`,
  );
  const months: Record<string, Set<string>> = {};
  for (const { table, name, partition } of partitions) {
    months[table] ??= new Set();
    const [, year, month] = /_(\d{4})_(\d{2})$/.exec(name) ?? [];
    const found =
      year && name === `${table}_${year}_${month}` ? [`${year}-${month}`] : await monthsIn(client, partition);
    for (const one of found) months[table].add(one);
  }
  return Object.fromEntries(Object.entries(months).map(([table, found]) => [table, [...found].sort()]));
}

/** @param partition name, quoted for SQL */
async function monthsIn(client: pg.ClientBase, partition: string): Promise<string[]> {
  const rows = await queryRows<{ month: string }>(
    client,
    sql`SELECT DISTINCT to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month FROM ${raw(partition)}`,
  );
  return rows.map(({ month }) => month);
}

function readSequences(client: pg.ClientBase, names: string[]): Promise<Manifest["sequences"]> {
  return queryRows<Manifest["sequences"][number]>(
    client,
    sql`SELECT name AS table, attname::text AS column,
               pg_sequence_last_value(pg_get_serial_sequence(quote_ident(name), attname)::regclass)::text AS "lastValue"
        FROM unnest(${names}::text[]) AS name
        JOIN pg_attribute ON attrelid = to_regclass(quote_ident(name))
        WHERE attnum > 0 AND NOT attisdropped AND pg_get_serial_sequence(quote_ident(name), attname) IS NOT NULL
        ORDER BY 1, 2`,
  );
}
