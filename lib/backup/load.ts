import { once } from "node:events";
import { finished } from "node:stream/promises";
import pg from "pg";
import { type CopyStreamQuery, from as copyFrom } from "pg-copy-streams";
import type { BackupHeader } from "@/lib/backup/header";
import { damaged } from "@/lib/backup/header";
import type { Manifest } from "@/lib/backup/manifest";
import type { BackupReader } from "@/lib/backup/read";
import { existingTables } from "@/lib/backup/snapshot";
import { LEFT_OUT_TABLES, PARTITIONED_TABLES } from "@/lib/backup/tables";
import type { BackupProgress } from "@/lib/backup/write";
import { execute, queryRows, raw, sql } from "@/lib/db/sql";

/** Building it at the end takes a third of the time. */
const DROP_SEARCH_INDEX = "DROP INDEX IF EXISTS short_urls_search_idx";

/**
 * Prepares empty tables in the client's transaction and loads rows into them. Triggers are off meanwhile: what they
 * would count is in the backup, and nobody listens. Foreign keys and checks stay on.
 */
export async function loadTables(
  client: pg.Client,
  months: BackupHeader["months"],
  onProgress?: (progress: BackupProgress) => void,
): Promise<BackupReader> {
  const kept = await existingTables(client);
  const removable = await existingTables(
    client,
    Object.keys(LEFT_OUT_TABLES).filter((name) => name !== HISTORY),
  );
  await setTriggers(client, kept, "DISABLE");
  await client.query(`TRUNCATE ${[...kept, ...removable].map(pg.escapeIdentifier).join(", ")}`);
  await client.query(DROP_SEARCH_INDEX);
  await makePartitions(client, months);
  let table = "";
  let bytes = 0;
  let copy: CopyStreamQuery | undefined;
  // A copy that failed is not destroyed, and neither drains nor finishes.
  let failure: Error | undefined;
  return {
    onTable: ({ name, columns }) => {
      // Only the names of Hop's own tables become part of a statement.
      if (!kept.includes(name)) throw damaged(`the table ${JSON.stringify(name)} is not one of Hop's tables`);
      [table, bytes] = [name, 0];
      const list = columns.map(pg.escapeIdentifier).join(", ");
      copy = client.query(copyFrom(`COPY ${pg.escapeIdentifier(name)} (${list}) FROM STDIN`));
      copy.on("error", (error) => {
        failure ??= error;
      });
    },
    onRows: async (rows) => {
      if (!copy) return;
      if (failure) throw failure;
      bytes += rows.length;
      if (!copy.write(rows)) await once(copy, "drain");
      onProgress?.({ table, bytes });
    },
    onTableEnd: async (end) => {
      if (!copy) return;
      if (failure) throw failure;
      const done = finished(copy);
      copy.end();
      await done;
      if (copy.rowCount !== end.rows) throw damaged(`${copy.rowCount} of ${end.rows} rows of ${table} were loaded`);
    },
    onManifest: async ({ sequences }) => {
      await setSequences(client, sequences);
      await setTriggers(client, kept, "ENABLE");
    },
  };
}

const HISTORY = "_prisma_migrations";

async function setTriggers(client: pg.ClientBase, tables: string[], state: "ENABLE" | "DISABLE"): Promise<void> {
  for (const table of tables) await client.query(`ALTER TABLE ${pg.escapeIdentifier(table)} ${state} TRIGGER USER`);
}

async function makePartitions(client: pg.ClientBase, months: BackupHeader["months"]): Promise<void> {
  for (const [table, ensure] of Object.entries(PARTITIONED_TABLES)) {
    if (!ensure) continue;
    const days = (months[table] ?? []).map((month) => `${month}-01T00:00:00Z`);
    await queryRows(client, sql`SELECT ${raw(ensure)}(day::timestamptz) FROM unnest(${days}::text[]) AS day`);
  }
}

async function setSequences(client: pg.ClientBase, sequences: Manifest["sequences"]): Promise<void> {
  for (const { table, column, lastValue } of sequences) {
    if (lastValue === null) continue;
    await execute(
      client,
      sql`SELECT setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), ${lastValue}::bigint)`,
    );
  }
}
