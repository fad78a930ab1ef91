import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { migrate } from "@/lib/db/migrate";
import { TEMPLATE_DATABASE, withDatabase } from "@/lib/db/testing/databases";
import { startEmbeddedPostgres } from "@/server/postgres/embedded";

/** Starts an embedded Postgres and migrates the template that each worker copies. */
export default async function globalSetup(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "hop-test-"));
  const postgres = await startEmbeddedPostgres(dataDir, {
    fsync: "off",
    synchronous_commit: "off",
    max_connections: "200",
    // Autovacuum could update statistics, and so change plans, during a test.
    autovacuum: "off",
  });
  const client = new pg.Client({ connectionString: postgres.superuserUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await client.end();
  await migrate(withDatabase(postgres.superuserUrl, TEMPLATE_DATABASE));
  process.env.TEST_POSTGRES_URL = postgres.superuserUrl;
  process.env.TEST_DATA_DIR = dataDir;
  (globalThis as { stopTestPostgres?: () => Promise<void> }).stopTestPostgres = postgres.stop;
}
