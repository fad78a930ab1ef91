import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { TRUSTED_PROXIES } from "@/bench/harness/addresses";
import { descendantsOf, own, type Started, start, until } from "@/bench/harness/processes";
import { freePort, startHop } from "@/e2e/hop";
import { readBacklog } from "@/lib/clicks/backlog";
import { lowerRolePriority, NODE_FLAGS, type RoleName, roleSettings } from "@/server/processes/role-process";

export type Instance = Started & {
  url: string;
  dataDir: string;
  /** Milliseconds from the spawn to the redirect engine's first response; 0 if not measured. */
  firstAnswerMs: number;
};

export type InstanceOptions = {
  dataDir: string;
  databaseUrl: string;
  port?: number;
  variables?: Record<string, string>;
  /** Path of Node; the one that runs this by default. */
  program?: string;
};

const START_TIMEOUT_MS = 180_000;
const STATUS_TIMEOUT_MS = 30_000;
/** LOG_LEVEL=warn npm run test:faults shows the product's log. */
const COMMON = {
  LOG_LEVEL: process.env.LOG_LEVEL ?? "fatal",
  SMTP_HOST: "",
  BASE_URL: "",
  HOST: "127.0.0.1",
  USER_CALL_LIMIT: "1000000000",
  TRUSTED_PROXIES,
};

/** The options' own variables take precedence. */
export function environmentOf({ dataDir, databaseUrl, variables }: InstanceOptions, port: number): NodeJS.ProcessEnv {
  const own = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: String(port) };
  return { ...process.env, ...COMMON, ...own, ...variables };
}

/** Starts one role alone, on a current build, with the supervisor's flags, environment and priority. */
export async function startRole(
  role: RoleName,
  options: InstanceOptions,
  { nodeOptions = [], wrapper = [], probePath = "/no-such-code" }: RoleOptions = {},
): Promise<Instance> {
  const { dataDir, port = await freePort() } = options;
  mkdirSync(dataDir, { recursive: true });
  const [program = process.execPath, ...args] = [
    ...wrapper,
    process.execPath,
    ...NODE_FLAGS[role],
    ...nodeOptions,
    `dist/server/${role}.mjs`,
  ];
  const began = performance.now();
  const variables = { NODE_ENV: "production", ...options.variables };
  const environment = environmentOf({ ...options, variables }, port);
  const started = start(program, args, { env: roleSettings(role, { folder: process.cwd(), environment }).env });
  lowerRolePriority(role, started.pid);
  const url = `http://127.0.0.1:${port}`;
  if (role === "front") await untilAnswering(url, started, probePath);
  return { ...started, url, dataDir, firstAnswerMs: performance.now() - began };
}

type RoleOptions = { nodeOptions?: string[]; wrapper?: string[]; probePath?: string };

/** Starts everything, as `npm start` does. An empty databaseUrl means the embedded Postgres. */
export async function startEverything({
  dataDir,
  databaseUrl,
  port,
  variables = {},
  program,
}: InstanceOptions): Promise<Instance> {
  const chosen = port ?? (await freePort());
  const options = { ...COMMON, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: String(chosen) };
  const hop = await startHop({ ...options, ...variables }, program ? { program } : "node");
  if (process.env.LOG_LEVEL) hop.process.stderr?.pipe(process.stderr);
  return { ...own(hop.process, hop.output), url: `http://127.0.0.1:${chosen}`, dataDir, firstAnswerMs: 0 };
}

/** Starts everything, timed from the spawn to the redirect engine's first response to `probePath`. */
export async function timeEverything(options: InstanceOptions, probePath: string): Promise<Instance> {
  const port = options.port ?? (await freePort());
  const began = performance.now();
  const started = start(process.execPath, ["server/bootstrap/hop.mjs", "start"], { env: environmentOf(options, port) });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswering(url, started, probePath);
  const firstAnswerMs = performance.now() - began;
  await until(() => started.output().includes("is running at"), START_TIMEOUT_MS);
  return { ...started, url, dataDir: options.dataDir, firstAnswerMs };
}

async function untilAnswering(url: string, started: Started, probePath: string): Promise<void> {
  const isAnswering = async () => {
    if (started.hasEnded()) throw new Error(`It did not start:\n${started.output()}`);
    const status = await statusOf(url + probePath);
    return status === 302 || status === 404;
  };
  if (!(await until(isAnswering, START_TIMEOUT_MS, 2))) throw new Error(`No answer:\n${started.output()}`);
}

/** The status of one GET over a new connection; 0 without a response. */
export function statusOf(url: string, timeout = STATUS_TIMEOUT_MS): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(url, { agent: false, timeout }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("timeout", () => sent.destroy());
    sent.on("error", () => resolve(0));
    sent.end();
  });
}

/** The processes of a role, including the primary of a front cluster. */
export function pidsOf(instance: Started, role: RoleName): number[] {
  const isRole = ({ command }: { command: string }) => command.includes(`dist/server/${role}.mjs`);
  return descendantsOf(instance.pid)
    .filter(isRole)
    .map(({ pid }) => pid);
}

/** Waits until the worker has stored all clicks of an instance. */
export async function drained(dataDir: string): Promise<void> {
  await until(async () => (await readBacklog(path.join(dataDir, "spool"))).waitingClicks === 0, 60_000, 50);
}

/** Bytes of a spool's files, which may be stored already; 0 if there is no spool yet. */
export function spoolBytes(dataDir: string): number {
  const folder = path.join(dataDir, "spool");
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce(
    (sum, { parentPath, name }) => sum + (statSync(path.join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

/** Starts the bare server that speeds are compared with. */
export async function startBaseline(): Promise<Started & { url: string }> {
  const port = await freePort();
  const started = start(process.execPath, ["bench/baseline.mjs"], { env: { ...process.env, PORT: String(port) } });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswering(url, started, "/");
  return { ...started, url };
}
