import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { withOwnClient } from "@/lib/db/own-client";
import { queryRows, sql } from "@/lib/db/sql";

export const DATABASE = "hop";
export const APP_ROLE = "hop";
/** SQLSTATE (Postgres, appendix A). */
export const INVALID_PASSWORD = "28P01";
const ANSWER_TIMEOUT_MS = 60_000;
const PAUSE_MS = 100;
const OWN_CLIENT = { name: "hop-start", connectTimeoutMs: ANSWER_TIMEOUT_MS };

export type Urls = {
  /** URL for the application, whose role owns its database and is not a superuser. */
  url: string;
  /** URL for tests and maintenance, with database `postgres`. */
  superuserUrl: string;
};

export type Undo = () => Promise<void>;

/** @returns null, or the error's code, which is empty if there is no response */
export async function connect(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    return (error as { code?: string }).code ?? "";
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Keeps details of errors, which quote people's addresses, out of the server's log. The application gets them. */
const TERSE_LOG = "log_error_verbosity=terse";

/**
 * Creates the application's role and database, and sets the role's password if it differs.
 *
 * @returns a function that restores the role's password from an earlier version
 */
export async function ensureDatabase({ url, superuserUrl }: Urls): Promise<Undo> {
  const { password } = new URL(url);
  return withOwnClient({ ...OWN_CLIENT, url: superuserUrl }, async (client) => {
    const roles = await queryRows<{ settings: string[] | null }>(
      client,
      sql`SELECT rolconfig AS settings FROM pg_roles WHERE rolname = ${APP_ROLE}`,
    );
    if (roles.length === 0) await client.query(`CREATE ROLE ${APP_ROLE} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
    const isTerse = roles[0]?.settings?.includes(TERSE_LOG);
    if (!isTerse) await client.query(`ALTER ROLE ${APP_ROLE} SET ${TERSE_LOG}`);
    const databases = await queryRows(client, sql`SELECT FROM pg_database WHERE datname = ${DATABASE}`);
    if (databases.length === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${APP_ROLE}`);
    if ((await askAgain(url)) !== INVALID_PASSWORD) return async () => undefined;
    // Otherwise an earlier version, in which the role had the superuser's password, could not connect again.
    const { password: shared } = new URL(superuserUrl);
    const isShared = (await askAgain(url.replace(password, shared))) === null;
    await setPassword(client, password);
    return () =>
      isShared
        ? withOwnClient({ ...OWN_CLIENT, url: superuserUrl }, (again) => setPassword(again, shared))
        : Promise.resolve();
  });
}

/** Like `connect`, but retries if the server is too busy to respond. */
async function askAgain(url: string): Promise<string | null> {
  const deadline = performance.now() + ANSWER_TIMEOUT_MS;
  for (;;) {
    const code = await connect(url);
    if (code !== "" || performance.now() > deadline) return code;
    await sleep(PAUSE_MS);
  }
}

async function setPassword(client: pg.Client, password: string): Promise<void> {
  await client.query(`ALTER ROLE ${APP_ROLE} PASSWORD ${pg.escapeLiteral(password)}`);
}
