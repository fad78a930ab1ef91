import pg from "pg";
import { hostOf, isLocal } from "@/lib/db/location";

export const TEMPLATE_DATABASE = "hop_template";

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/**
 * Refuses a database that is not on this machine: tests empty tables.
 *
 * @throws Error
 */
export function assertLocal(url: string): void {
  if (!isLocal(url)) throw new Error(`Tests run on a local database only, not on ${hostOf(url)}`);
}

/** Makes a database that is a copy of the migrated template, and gives its URL. */
export async function copyTemplate(serverUrl: string, name: string): Promise<string> {
  assertLocal(serverUrl);
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE}`);
  } finally {
    await client.end();
  }
  return withDatabase(serverUrl, name);
}
