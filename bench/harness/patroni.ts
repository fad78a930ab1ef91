import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { POSTGRES_15 } from "@/.ci/packages.mjs";
import { atEnd } from "@/bench/harness/clean-up";
import { type Database, openPool, run, scratchFolder, UUIDV7 } from "@/bench/harness/database";
import type { Host, Network } from "@/bench/harness/network";
import { type Started, signal, until, withDescendants } from "@/bench/harness/processes";
import { statusOf } from "@/bench/harness/product";
import { migrate } from "@/lib/db/migrate";

/*
 * Patroni with two Postgres 15, one of them a synchronous standby, an etcd, HAProxy as in deploy/haproxy/postgres.cfg,
 * and an address that moves with the primary.
 */

export const PATRONI_PACKAGES = ["patroni", "etcd-server", "haproxy", "postgresql-15"] as const;

const PASSWORD = "only-for-this-test";
const HAPROXY_PORT = 5000;
const START_TIMEOUT_MS = 60_000;
const PROBE_MS = 1_000;
/** HAProxy sends connections to each server in turn until its first checks have failed. */
const CHECKED = 30;
/** Seconds. */
const TTL = 10;

export type Node = {
  host: Host;
  /** A pool that connects directly to this server. */
  pool: pg.Pool;
  /** Sends SIGKILL to Patroni and every process of Postgres. */
  kill: () => Promise<void>;
  start: () => void;
  isRunning: () => boolean;
};

export type Patroni = {
  nodes: readonly [Node, Node];
  /** The database through HAProxy. */
  database: Database;
  /** The same database through the address that moves with the primary. */
  movingUrl: string;
  primary: () => Promise<Node>;
  /** Waits until the other server is a synchronous standby again. */
  untilWhole: () => Promise<void>;
  switchover: () => void;
};

export async function startPatroni(network: Network): Promise<Patroni> {
  const folder = scratchFolder();
  const etcd = network.addHost("etcd", 10);
  const url = `http://${etcd.address}:2379`;
  etcd.start(
    asPostgres(folder, ["etcd", "--data-dir", path.join(folder, "etcd"), "--listen-client-urls", url]).concat([
      "--advertise-client-urls",
      url,
      "--log-level",
      "error",
    ]),
  );
  const moving = `${network.addressOf(100)}`;
  const nodes = [startNode(network, folder, "pg1", 11, moving), startNode(network, folder, "pg2", 12, moving)] as const;
  const patroni: Omit<Patroni, "database"> = {
    nodes,
    movingUrl: urlOf("hop", moving, 5432, "hop"),
    async primary() {
      for (const node of nodes) if ((await reported(node, "/primary")) === 200) return node;
      throw new Error("no server is the primary");
    },
    async untilWhole() {
      const isWhole = async () => (await Promise.all(nodes.map((node) => reported(node, "/sync")))).includes(200);
      if (!(await until(isWhole, START_TIMEOUT_MS, 100))) throw new Error("there is no synchronous standby");
    },
    switchover: () => {
      const args = ["-c", path.join(folder, "pg1.yml"), "switchover", "--force"];
      execFileSync("patronictl", args, { stdio: "ignore", timeout: START_TIMEOUT_MS });
    },
  };
  await patroni.untilWhole();
  await createDatabase((await patroni.primary()).host.address);
  startHaproxy(network, folder);
  return { ...patroni, database: await openDatabase(network.addressOf(1)) };
}

/** Postgres, etcd and Patroni don't run as root. The address needs the rights to change and announce it. */
function asPostgres(folder: string, command: string[]): string[] {
  execFileSync("chown", ["postgres:postgres", folder]);
  const rights = "+net_admin,+net_raw";
  const flags = ["--reuid=postgres", "--regid=postgres", "--init-groups", `--inh-caps=${rights}`];
  return ["setpriv", ...flags, `--ambient-caps=${rights}`, ...command];
}

function startNode(network: Network, folder: string, name: string, last: number, moving: string): Node {
  const host = network.addHost(name, last);
  const file = path.join(folder, `${name}.yml`);
  writeFileSync(
    file,
    configOf({ name, folder, address: host.address, network, callback: writeCallback(folder, moving) }),
  );
  let running: Started;
  const start = () => {
    running = host.start(asPostgres(folder, ["patroni", file]));
  };
  start();
  const pool = openPool(urlOf("postgres", host.address, 5432, "hop"), {
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  const dataDir = path.join(folder, name);
  return {
    host,
    pool,
    start,
    isRunning: () => !running.hasEnded(),
    async kill() {
      // The postmaster is not a child of Patroni.
      const postmaster = Number.parseInt(readFileSync(path.join(dataDir, "postmaster.pid"), "utf8"), 10);
      const pids = withDescendants(postmaster);
      signal(running.pid, "SIGKILL");
      for (const pid of pids) signal(pid, "SIGKILL");
      await running.killAll();
    },
  };
}

type Config = { name: string; folder: string; address: string; network: Network; callback: string };

function configOf({ name, folder, address, network, callback }: Config): string {
  const data = path.join(folder, name);
  const sockets = path.join(folder, `${name}-sockets`);
  for (const one of [data, sockets]) mkdirSync(one, { mode: 0o700 });
  execFileSync("chown", ["postgres:postgres", data, sockets]);
  atEnd(() => stopPostmaster(data));
  return `
scope: hop
name: ${name}
restapi: { listen: "${address}:8008", connect_address: "${address}:8008" }
etcd3: { hosts: "${network.addressOf(10)}:2379" }
bootstrap:
  dcs:
    ttl: ${TTL}
    loop_wait: 1
    retry_timeout: 3
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 200, wal_keep_size: 256MB, log_min_messages: fatal }
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums]
postgresql:
  listen: "0.0.0.0:5432"
  connect_address: "${address}:5432"
  data_dir: ${data}
  bin_dir: ${POSTGRES_15}
  pgpass: ${folder}/${name}.pgpass
  use_unix_socket: true
  authentication:
    superuser: { username: postgres, password: ${PASSWORD} }
    replication: { username: replicator, password: ${PASSWORD} }
    rewind: { username: rewind, password: ${PASSWORD} }
  pg_hba: ["local all all trust", "host all all ${network.subnet} scram-sha-256", "host replication all ${network.subnet} scram-sha-256"]
  parameters: { unix_socket_directories: ${sockets} }
  callbacks: { on_start: ${callback}, on_role_change: ${callback}, on_stop: ${callback} }
`;
}

function stopPostmaster(data: string): void {
  try {
    signal(Number.parseInt(readFileSync(path.join(data, "postmaster.pid"), "utf8"), 10), "SIGQUIT");
  } catch {
    // It is not running.
  }
}

/** Writes Patroni's callback: a primary takes the moving address and announces it (RFC 5227); others give it up. */
function writeCallback(folder: string, moving: string): string {
  const file = path.join(folder, "move-address");
  writeFileSync(
    file,
    `#!/usr/bin/python3
import socket, struct, subprocess, sys
action, role = sys.argv[1], sys.argv[2]
is_primary = role in ("master", "primary") and action != "on_stop"
subprocess.run(["ip", "addr", "add" if is_primary else "del", "${moving}/24", "dev", "eth0"], stderr=subprocess.DEVNULL)
if is_primary:
    raw = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
    raw.bind(("eth0", 0))
    mac, ip = raw.getsockname()[4], socket.inet_aton("${moving}")
    arp = struct.pack("!HHBBH", 1, 0x0800, 6, 4, 1) + mac + ip + b"\\0" * 6 + ip
    raw.send(b"\\xff" * 6 + mac + b"\\x08\\x06" + arp)
`,
  );
  chmodSync(file, 0o755);
  return file;
}

function startHaproxy(network: Network, folder: string): void {
  const config = readFileSync("deploy/haproxy/postgres.cfg", "utf8")
    .replaceAll("127.0.0.1:5000", `:${HAPROXY_PORT}`)
    .replaceAll("10.0.0.", network.addressOf(0).slice(0, -1));
  const file = path.join(folder, "postgres.cfg");
  writeFileSync(file, config);
  network.startAtHub(["haproxy", "-db", "-f", file]);
}

async function createDatabase(primary: string): Promise<void> {
  const admin = urlOf("postgres", primary, 5432, "postgres");
  await run(admin, `CREATE ROLE hop LOGIN PASSWORD '${PASSWORD}'`);
  await run(admin, "CREATE DATABASE hop OWNER hop");
  await migrate(urlOf("hop", primary, 5432, "hop"));
  await run(urlOf("postgres", primary, 5432, "hop"), UUIDV7);
}

/** Opens the database through HAProxy, once its checks tell the primary from the standby. */
async function openDatabase(haproxy: string): Promise<Database> {
  const superuserUrl = urlOf("postgres", haproxy, HAPROXY_PORT, "hop");
  let inARow = 0;
  const isPrimary = async () => {
    const ask = run(superuserUrl, "SELECT 1 / (NOT pg_is_in_recovery())::int");
    inARow = await ask.then(
      () => inARow + 1,
      () => 0,
    );
    return inARow === CHECKED;
  };
  if (!(await until(isPrimary, START_TIMEOUT_MS, 100))) throw new Error("HAProxy leads to no primary");
  const pool = openPool(superuserUrl, { connectionTimeoutMillis: 2_000 });
  return { url: urlOf("hop", haproxy, HAPROXY_PORT, "hop"), superuserUrl, pool };
}

function urlOf(user: string, host: string, port: number, database: string): string {
  return `postgres://${user}:${PASSWORD}@${host}:${port}/${database}`;
}

/** Status of a request to Patroni's API; 0 without a response. */
function reported({ host }: Node, what: string): Promise<number> {
  return statusOf(`http://${host.address}:8008${what}`, PROBE_MS);
}
