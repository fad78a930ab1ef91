import { randomBytes } from "node:crypto";
import pg from "pg";
import { withDatabase } from "@/lib/db/testing/databases";
import { prepareDatabase } from "@/server/postgres/prepare-database";

/** The first administrator of every new database. */
export const FIRST_ADMIN = "admin@example.com";

const TEMPLATE = "hop_template";

/**
 * Creates a database on the server that all specs share, prepared as `npm start` does, and returns its URL. An
 * installation on it starts without initdb or a Postgres of its own.
 */
export async function createDatabase(): Promise<string> {
  const { E2E_SUPERUSER_URL = "", E2E_DATABASE_URL = "" } = process.env;
  const name = `hop_${randomBytes(4).toString("hex")}`;
  const client = new pg.Client({ connectionString: E2E_SUPERUSER_URL });
  await client.connect();
  try {
    // Whoever comes first prepares the template.
    await client.query("SELECT pg_advisory_lock(hashtext($1))", [TEMPLATE]);
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [TEMPLATE]);
    if (!rowCount) {
      await client.query(`CREATE DATABASE ${TEMPLATE} OWNER hop`);
      await prepareDatabase(withDatabase(E2E_DATABASE_URL, TEMPLATE), { adminEmail: FIRST_ADMIN, baseUrl: undefined });
    }
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} OWNER hop`);
  } finally {
    await client.end();
  }
  return withDatabase(E2E_DATABASE_URL, name);
}
