import { appendFileSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { POSTGRES_15 } from "@/.ci/packages.mjs";
import { type Database, openPool, run, scratchFolder, UUIDV7 } from "@/bench/harness/database";
import { own, signal, succeeds, until, withDescendants } from "@/bench/harness/processes";
import { freePort } from "@/e2e/hop";
import { migrate } from "@/lib/db/migrate";
import { withDatabase } from "@/lib/db/testing/databases";
import { findIdentity, giveTo, type Identity, spawnAs } from "@/server/processes/unprivileged";

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;
const SUPERUSER = "postgres";

/** A Postgres from the Debian package, on its own port. */
export type DebianPostgres = {
  port: number;
  url: string;
  pids: () => number[];
  signal: (name: NodeJS.Signals) => void;
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

/** A primary with a migrated database, and a streaming replica of it; undefined without Debian's Postgres. */
export type Replicated = { database: Database; primary: DebianPostgres; replica: DebianPostgres };

export async function startReplicated(): Promise<Replicated | undefined> {
  const tools = findTools();
  if (!tools) return undefined;
  const { primary, database } = await startPrimary(tools);
  const replica = await prepare(tools, "replica");
  const source = ["-h", tools.folder, "-p", String(primary.port), "-U", SUPERUSER];
  await runTool(tools, "pg_basebackup", [
    ...source,
    "-D",
    replica.cluster,
    "--write-recovery-conf",
    "--checkpoint=fast",
  ]);
  const second = serverOn(tools, replica);
  await second.start();
  await migrate(database.url);
  await database.pool.query(UUIDV7);
  return { database, primary, replica: second };
}

/** An empty database on Postgres 15, owned by a user who is not a superuser; undefined where it is missing. */
export async function startPostgres15(): Promise<Database | undefined> {
  const tools = findTools();
  return tools && (await startPrimary(tools)).database;
}

function findTools(): Tools | undefined {
  const program = path.join(POSTGRES_15, "postgres");
  if (!existsSync(program)) return undefined;
  const folder = scratchFolder();
  const identity = findIdentity(folder, program);
  return identity && { identity, folder };
}

/** A server with an empty database. */
async function startPrimary(tools: Tools): Promise<{ primary: DebianPostgres; database: Database }> {
  const place = await prepare(tools, "primary");
  const options = ["-U", SUPERUSER, "--auth=trust", "--encoding=UTF8", "--locale=C"];
  await runTool(tools, "initdb", ["-D", place.cluster, ...options]);
  const primary = serverOn(tools, place);
  await primary.start();
  await run(primary.url, "CREATE ROLE hop LOGIN");
  await run(primary.url, "CREATE DATABASE hop OWNER hop");
  const superuserUrl = withDatabase(primary.url, "hop");
  const pool = openPool(superuserUrl, { idleTimeoutMillis: 0 });
  return { primary, database: { url: `postgresql://hop@127.0.0.1:${place.port}/hop`, superuserUrl, pool } };
}

type Tools = { identity: Identity; folder: string };
type Place = { cluster: string; port: number };

/** The folder must belong to the account of Postgres, which must own the cluster. */
async function prepare({ folder, identity }: Tools, name: string): Promise<Place> {
  const cluster = path.join(folder, name);
  mkdirSync(cluster, { mode: 0o700 });
  giveTo(identity, cluster);
  giveTo(identity, folder);
  return { cluster, port: await freePort() };
}

async function runTool({ identity }: Tools, program: string, args: string[]): Promise<void> {
  const child = spawnAs(identity, path.join(POSTGRES_15, program), args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`${program} failed: ${output}`);
}

function serverOn({ identity, folder }: Tools, { cluster, port }: Place): DebianPostgres {
  const url = `postgresql://${SUPERUSER}@127.0.0.1:${port}/postgres`;
  const settings = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: folder,
    hot_standby_feedback: "on",
    max_wal_senders: "5",
    wal_level: "logical",
  };
  const args = ["-D", cluster, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  let running: ReturnType<typeof own> | undefined;
  const pids = () => (running ? withDescendants(running.pid) : []);
  return {
    port,
    url,
    pids,
    signal: (name) => {
      for (const pid of pids()) signal(pid, name);
    },
    start: async () => {
      const child = spawnAs(identity, path.join(POSTGRES_15, "postgres"), args, {
        stdio: ["ignore", "ignore", "pipe"],
      });
      child.stderr?.on("data", (chunk: Buffer) => appendFileSync(`${cluster}.log`, chunk));
      running = own(child, () => "");
      const isUp = () => succeeds(run(url, "SELECT 1"));
      if (!(await until(isUp, START_TIMEOUT_MS, 50))) throw new Error(`${cluster} did not start`);
    },
    stop: async () => {
      if (!running) return;
      // SIGTERM would wait until all clients have gone.
      signal(running.pid, "SIGINT");
      await until(running.hasEnded, STOP_TIMEOUT_MS);
      await running.killAll();
    },
  };
}
