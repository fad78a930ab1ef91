import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { freePort, startHop } from "@/e2e/hop";
import { startMailServer } from "@/e2e/mailbox";
import { maxConnections } from "@/server/postgres/connections";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/server/postgres/embedded";

/** Faster settings, which are safe because no test simulates a power cut. */
const FASTER = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** One new installation for all specs: embedded database, production build, a real SMTP server. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), "hop-e2e-"));
  const dataDir = path.join(folder, "data");
  const mailFolder = path.join(folder, "mail");
  mkdirSync(dataDir);
  mkdirSync(mailFolder);
  const backupFolder = path.join(folder, "backups");
  mkdirSync(backupFolder);
  const mail = await startMailServer(mailFolder);
  // Hop takes over the server that it finds running. The limit leaves room for the databases of other specs
  // (database.ts).
  const postgres = await startEmbeddedPostgres(dataDir, { ...FASTER, max_connections: "300" });
  const stopOthers = async () => {
    await postgres.stop();
    await mail.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const port = await freePort();
  const metricsAddress = `127.0.0.1:${await freePort()}`;
  const hop = await startHop({
    PORT: String(port),
    DATA_DIR: dataDir,
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String(mail.port),
    SMTP_FROM_EMAIL: "hop@example.com",
    SIGNIN_LIMIT_IP: "100000",
    SIGNIN_LIMIT_ADDRESS: "100",
    USER_CALL_LIMIT: "1000000",
    LOG_LEVEL: "warn",
    METRICS_ADDRESS: metricsAddress,
    BACKUP_TO: backupFolder,
  }).catch(async (error: unknown) => {
    await stopOthers();
    throw error;
  });
  process.env.E2E_URL = hop.url;
  process.env.E2E_METRICS_ADDRESS = metricsAddress;
  process.env.E2E_DATABASE_URL = postgres.url;
  process.env.E2E_SUPERUSER_URL = postgres.superuserUrl;
  process.env.E2E_MAIL_FOLDER = mailFolder;

  return async () => {
    const connections = await countConnections(postgres);
    const code = await hop.stop();
    await stopOthers();
    // A process that dies of an uncaught error is replaced, so tests might not notice.
    if (hop.output().includes("uncaught error")) throw new Error(`An error was not caught:\n${hop.output()}`);
    // No download is running at the end.
    if (connections > maxConnections()) throw new Error(`Hop kept ${connections} connections to its database`);
    if (code !== 0) throw new Error(`Hop ended with ${code}:\n${hop.output()}`);
  };
}

/** Counts connections to Hop's own database, not to those of other specs. */
async function countConnections({ url, superuserUrl }: EmbeddedPostgres): Promise<number> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'",
    [new URL(url).pathname.slice(1)],
  );
  await client.end();
  return rows[0]?.count ?? 0;
}
