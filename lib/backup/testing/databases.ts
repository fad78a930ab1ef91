import { Readable, Writable } from "node:stream";
import pg from "pg";
import type { BackupSummary } from "@/lib/backup/manifest";
import { type WriteOptions, writeBackup } from "@/lib/backup/write";
import { assertLocal, withDatabase } from "@/lib/db/testing/databases";
import { env } from "@/lib/env";

/** URL of the Jest worker's database. */
const server = env().DATABASE_URL ?? "";
const worker = new URL(server).pathname.slice(1);
/** Role that owns the databases. Not a superuser, like Hop's user in production. */
const OWNER = `${worker}_owner`;
const databases: string[] = [];

async function asSuperuser(statements: string[]): Promise<void> {
  assertLocal(server);
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Creates a database without tables. Returns its URL for the owner. */
export async function emptyDatabase(options = ""): Promise<string> {
  if (databases.length === 0) {
    await asSuperuser([`DROP ROLE IF EXISTS ${OWNER}`, `CREATE ROLE ${OWNER} LOGIN PASSWORD 'owner'`]);
  }
  const name = `${worker}_backup_${databases.length}`;
  databases.push(name);
  await asSuperuser([
    `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`,
    `CREATE DATABASE ${name} OWNER ${OWNER} ${options}`,
  ]);
  const url = new URL(withDatabase(server, name));
  url.username = OWNER;
  url.password = "owner";
  return url.href;
}

export async function dropDatabases(): Promise<void> {
  await asSuperuser(databases.map((name) => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  if (databases.length > 0) await asSuperuser([`DROP ROLE IF EXISTS ${OWNER}`]);
}

/** Writes a backup to memory. */
export async function backUpToMemory(options: WriteOptions): Promise<{ bytes: Buffer; summary: BackupSummary }> {
  const parts: Buffer[] = [];
  const target = new Writable({
    write(part: Buffer, _encoding, callback) {
      parts.push(Buffer.from(part));
      callback();
    },
  });
  const summary = await writeBackup(target, options);
  return { bytes: Buffer.concat(parts), summary };
}

/** Streams the bytes in pieces cut at arbitrary positions. */
export function sourceOf(bytes: Buffer, pieceBytes = 10_007): Readable {
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
  return Readable.from(pieces, { objectMode: false });
}

export async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The number of rows and a hash of all of them, by table. */
export async function contentsOf(url: string, tables: readonly string[]): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for (const table of tables) {
    const [row] = await query<{ content: string }>(
      url,
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) ORDER BY t::text)), '') AS content
       FROM ${table} AS t`,
    );
    contents[table] = row?.content ?? "";
  }
  return contents;
}
