import pg from "pg";
import { hostOf, isLocal } from "@/lib/db/location";

export const TEMPLATE_DATABASE = "hop_template";

/** Replaces the database in a connection URL. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/**
 * Rejects databases on other machines, because tests empty tables.
 */
export function assertLocal(url: string): void {
  if (!isLocal(url)) throw new Error(`Tests only run on a local database, not on ${hostOf(url)}`);
}

/** Creates a copy of the migrated template and returns its URL. */
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
