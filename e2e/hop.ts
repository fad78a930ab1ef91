import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

export type Hop = {
  url: string;
  /** Its output so far. */
  output: () => string;
  process: ChildProcess;
  /** Sends SIGTERM and returns the exit code. */
  stop: () => Promise<number | null>;
};

export type Dashboard = Pick<Hop, "url" | "output" | "stop">;

/** For slow machines. */
export const START_TIMEOUT_MS = 180_000;

/** The commands that a terminal would run; "npm" gets its own process group, as in a terminal. */
const COMMANDS = { node: [process.execPath, "server/bootstrap/hop.mjs", "start"], npm: ["npm", "start"] } as const;

/** One of COMMANDS, or the path of another Node binary. */
type Command = keyof typeof COMMANDS | { program: string };

/** Starts the built product as `npm start` does, and waits for its banner. */
export async function startHop(variables: Record<string, string>, command: Command = "node"): Promise<Hop> {
  const child = spawnHop(variables, command);
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk.toString("utf8");
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!output.includes("is running at")) {
    if (!isRunning(child) || Date.now() > deadline) {
      await stopRole(child);
      throw new Error(`Hop did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url: `http://localhost:${variables.PORT}`,
    output: () => output,
    process: child,
    stop: () => stopRole(child),
  };
}

/** Like `startHop` but without waiting, for starts that fail. */
export function spawnHop(variables: Record<string, string>, command: Command = "node"): ChildProcess {
  const [program, ...args] =
    typeof command === "string" ? COMMANDS[command] : [command.program, "server/bootstrap/hop.mjs", "start"];
  return spawn(program, args, {
    detached: command === "npm",
    env: { ...process.env, DATABASE_URL: "", LOG_FORMAT: "text", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Starts a single role, as `npm run start:front` does. */
export function spawnRole(
  role: "front" | "app" | "worker",
  variables: Record<string, string>,
  output: "inherit" | "pipe" = "inherit",
): ChildProcess {
  return spawn(process.execPath, ["server/bootstrap/hop.mjs", "start", "--role", role], {
    env: { ...process.env, LOG_FORMAT: "text", ...variables },
    stdio: ["ignore", output === "pipe" ? "pipe" : "ignore", output],
  });
}

export function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** Waits until a process has ended and all its output was read. Returns the exit code. */
export async function ended(child: ChildProcess): Promise<number> {
  const [code] = await once(child, "close");
  return code as number;
}

/** Sends SIGTERM, unless it has ended. Returns the exit code, or null after a signal. */
export async function stopRole(role: ChildProcess): Promise<number | null> {
  if (isRunning(role)) {
    const exited = once(role, "exit");
    role.kill("SIGTERM");
    await exited;
  }
  return role.exitCode;
}

/**
 * Starts the front and the app alone, on a prepared database, and waits until both answer. For tests that need neither
 * the supervisor nor the worker. `stop` returns 0 if both did, else the exit code of one that failed, or null after a
 * signal.
 */
export async function startDashboard(variables: Record<string, string>): Promise<Dashboard> {
  const url = `http://localhost:${variables.PORT}`;
  const roles = (["app", "front"] as const).map((role) => spawnRole(role, variables, "pipe"));
  let output = "";
  for (const { stdout, stderr } of roles) {
    for (const stream of [stdout, stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        output += chunk.toString("utf8");
      });
    }
  }
  const stop = async () => {
    const codes = await Promise.all(roles.map(stopRole));
    return codes.every((code) => code === 0) ? 0 : (codes.find((code) => code) ?? null);
  };
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await hasStatus(`${url}/api/auth/user`, 401))) {
    if (!roles.every(isRunning) || Date.now() > deadline) {
      await stop();
      throw new Error(`The dashboard did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url, output: () => output, stop };
}

/** Whether the URL responds with this status; false if nothing responds. */
async function hasStatus(url: string, status: number): Promise<boolean> {
  const response = await fetch(url).catch(() => null);
  await response?.arrayBuffer();
  return response?.status === status;
}

const PORTS_PER_WORKER = 500;
const givenPorts = new Set<number>();

/**
 * Returns a free port below those that the system gives to outgoing connections (32768 and above on Linux), of which
 * one might take it before Hop does. Test workers use separate ranges, so that two don't choose the same port at once;
 * within a test file, none is returned twice.
 */
export async function freePort(): Promise<number> {
  const worker = Number(process.env.TEST_PARALLEL_INDEX ?? process.env.JEST_WORKER_ID ?? 0) % 43;
  const first = 11_000 + worker * PORTS_PER_WORKER;
  for (;;) {
    const port = randomInt(first, first + PORTS_PER_WORKER);
    if (givenPorts.has(port)) continue;
    givenPorts.add(port);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    await new Promise((resolve) => probe.close(resolve));
    if (isFree) return port;
  }
}
