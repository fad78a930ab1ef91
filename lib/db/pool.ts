import pg from "pg";
import { env } from "@/lib/env";
import { log } from "@/lib/log";

/** Connections of one process; three roles and a few fronts stay below Postgres's usual 100. */
const MAX_CONNECTIONS = 10;
const MAX_FORGETFUL_CONNECTIONS = 4;
const CONNECT_TIMEOUT_MS = 5_000;

/** Kept across hot reloads, which would otherwise leave a pool behind each time. */
const kept = globalThis as typeof globalThis & { hopPool?: pg.Pool; hopForgetfulPool?: pg.Pool };

/**
 * The process's connections to Postgres, opened on demand.
 *
 * @throws Error when DATABASE_URL is unset: the supervisor sets it for its roles
 */
export function pool(): pg.Pool {
  kept.hopPool ??= openPool({ max: MAX_CONNECTIONS, settings: roleSettings() });
  return kept.hopPool;
}

/** A call must not hold a connection for long; what the worker does may take as long as it takes. */
function roleSettings(): Settings {
  const { HOP_ROLE, STATEMENT_TIMEOUT_SECONDS } = env();
  return HOP_ROLE === "app" ? { statement_timeout: `${STATEMENT_TIMEOUT_SECONDS}s` } : {};
}

/**
 * The same for counters that everybody writes, and of which a crash of Postgres may take the last
 * half second: they do not hold their row until the disk has it.
 */
export function forgetfulPool(): pg.Pool {
  kept.hopForgetfulPool ??= openPool({
    max: MAX_FORGETFUL_CONNECTIONS,
    settings: { ...roleSettings(), synchronous_commit: "off" },
  });
  return kept.hopForgetfulPool;
}

/** Of a session, by their name in Postgres. */
type Settings = Record<string, string>;

/** @param settings set on each new connection before it is lent out, and not as it opens: poolers refuse that */
export function openPool({ max, settings }: { max: number; settings: Settings }): pg.Pool {
  const { DATABASE_URL } = env();
  if (!DATABASE_URL) throw new Error("DATABASE_URL is not set");
  const opened = new pg.Pool({
    connectionString: DATABASE_URL,
    max,
    onConnect: (client) => configure(client, settings),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  // An idle connection that breaks must not end the process; the pool opens another.
  opened.on("error", (error) => log.warn({ err: error }, "database connection lost"));
  return opened;
}

async function configure(client: pg.ClientBase, settings: Settings): Promise<void> {
  const [names, values] = [Object.keys(settings), Object.values(settings)];
  if (names.length === 0) return;
  await client.query(
    "SELECT set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS setting (name, value)",
    [names, values],
  );
}

/** Closes the connections, for an ordered end of the process. */
export async function closePool(): Promise<void> {
  const open = [kept.hopPool, kept.hopForgetfulPool];
  kept.hopPool = undefined;
  kept.hopForgetfulPool = undefined;
  await Promise.all(open.map((one) => one?.end()));
}
