import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { env, isOutputJson } from "@/lib/env";
import { log } from "@/lib/log";
import { printBanner } from "@/server/banner";
import { expectHeartbeat, forgetHeartbeat, WATCHED_ROLES } from "@/server/heartbeat";
import { createAsker } from "@/server/metrics/ask";
import { processSamples, watchEventLoop } from "@/server/metrics/process-samples";
import { FIRST_PROCESS, label, mainProcessOf, type Sample, sample } from "@/server/metrics/sample";
import { onceEnded } from "@/server/once-ended";
import type { Prepared } from "@/server/prepare";
import { forwardOutput, logLifecycle } from "@/server/process-output";
import { createRestarter } from "@/server/restart";
import { type RoleMessage, STOP_MESSAGE, StartError } from "@/server/role";
import { environmentOf } from "@/server/role-environment";
import { untilShutdown } from "@/server/shutdown";

/** Roles are stopped so that each outlives those that need it. */
const START_ORDER = ["front", "worker", "app"] as const;
const STOP_ORDER = ["front", "app", "worker"] as const;
type RoleName = (typeof START_ORDER)[number];

const STOP_TIMEOUT_MS = 8_000;
/** After its exit, a role's last lines have this long to arrive. */
const LAST_LINES_MS = 500;
/** From 0, the default, to 19 (nice(2)). */
const NICENESS: Record<RoleName, number> = { front: 0, app: 5, worker: 10 };
/** Less memory at the same speed (docs/performance.md, A10). */
const NODE_FLAGS: Record<RoleName, string[]> = {
  front: [],
  app: ["--max-semi-space-size=2"],
  // The worker rarely queries through Prisma, whose WebAssembly takes 70 MB to optimize.
  worker: ["--liftoff-only", "--max-semi-space-size=8"],
};

/** Has glibc return freed memory to the system instead of raising these limits as it goes (mallopt(3)). */
const FREE_MEMORY = { MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" };

type Role = { child: ChildProcess; startedAt: number; ask: () => Promise<Sample[] | null> };

/** A role that does not answer in time counts as down. */
const METRICS_TIMEOUT_MS = 1_000;

/**
 * Runs the three roles until shutdown and restarts those that die. Then stops them in order, and exits.
 *
 * @throws StartError when a role reports at its first start that it cannot run
 */
export async function supervise(
  { variables, stop: stopPrepared, postgres }: Prepared,
  shutdown: AbortSignal,
): Promise<void> {
  const dataDir = variables.DATA_DIR ?? env().DATA_DIR;
  let onFatal: (error: Error) => void = () => undefined;
  const fatal = new Promise<Error>((resolve) => {
    onFatal = resolve;
  });
  const roles = createRoles({
    environment: { ...process.env, ...variables },
    onReady: (signInLink) => printBanner(env(), { signInLink, postgres, nodeVersion: process.versions.node }),
    onFatal,
  });
  for (const role of WATCHED_ROLES) expectHeartbeat(dataDir, role);
  if (!shutdown.aborted) roles.start();
  void serveMetrics(variables.DATABASE_URL ?? "", dataDir, roles.samples).catch((error: unknown) =>
    log.error({ err: error }, "metrics not served"),
  );
  process.on("hop:rebuilt", roles.renew);
  const failure = await untilShutdown(shutdown, () => fatal);
  logLifecycle({}, "stopping");
  await roles.stop();
  for (const role of WATCHED_ROLES) forgetHeartbeat(dataDir, role);
  await stopPrepared();
  if (failure) throw failure;
  logLifecycle({}, "stopped");
  process.exit(0);
}

/** On METRICS_ADDRESS, for all roles. */
async function serveMetrics(databaseUrl: string, dataDir: string, samples: () => Promise<Sample[]>): Promise<void> {
  if (!env().METRICS_ADDRESS) return;
  watchEventLoop();
  const { startMetrics } = await import("@/server/metrics/start");
  const own = () => label(processSamples(), { role: "supervisor", process: FIRST_PROCESS });
  startMetrics({ role: "supervisor", databaseUrl, dataDir, samples: async () => [...own(), ...(await samples())] });
}

type Options = {
  environment: NodeJS.ProcessEnv;
  /** Called once, when all roles are ready. */
  onReady: (signInLink: { email: string; link: string } | undefined) => void;
  onFatal: (error: Error) => void;
};

function createRoles({ environment, onReady, onFatal }: Options) {
  const roles = new Map<RoleName, Role>();
  const ready = new Map<RoleName, RoleMessage & { type: "ready" }>();
  const renewed = new Set<RoleName>();
  /** Already replaced, finishing their last requests after an uncaught error. */
  const failing = new Set<ChildProcess>();
  const restarterOf = (name: RoleName) => createRestarter("role", () => start(name));
  const restarters = { front: restarterOf("front"), worker: restarterOf("worker"), app: restarterOf("app") };
  let isStopping = false;

  function start(name: RoleName): void {
    const child = forkRole(name, environment);
    roles.set(name, { child, startedAt: Date.now(), ask: createAsker(child, METRICS_TIMEOUT_MS) });
    child.on("message", (message) => onMessage(name, child, message as RoleMessage));
    onceEnded(child, (status) => {
      failing.delete(child);
      if (!isStopping && renewed.delete(name)) start(name);
      else replace(name, child, status);
    });
  }

  /** Unless it was replaced before. */
  function replace(name: RoleName, child: ChildProcess, reason: object): void {
    const role = roles.get(name);
    if (isStopping || role?.child !== child) return;
    roles.delete(name);
    void restarters[name].onDeath(role.startedAt, { name, ...reason });
  }

  function onMessage(name: RoleName, child: ChildProcess, message: RoleMessage): void {
    if (message.type === "failing") {
      failing.add(child);
      replace(name, child, { isFailing: true });
    } else if (message.type === "fatal") {
      // Only the first start can be the operator's mistake; later the role is restarted.
      if (!ready.has(name)) onFatal(new StartError(message.message));
    } else if (message.type === "ready") {
      const wasReady = ready.size === START_ORDER.length;
      ready.set(name, message);
      if (!wasReady && ready.size === START_ORDER.length) onReady(ready.get("worker")?.signInLink);
    }
  }

  return {
    start: () => START_ORDER.forEach(start),
    /** Of all roles; those that are down or hang have only `hop_role_up`. */
    async samples(): Promise<Sample[]> {
      const all = await Promise.all(
        START_ORDER.map((name) => samplesOf(name, roles.get(name), restarters[name].restarts())),
      );
      return all.flat();
    },
    /** For `npm run dev`: restarts the front and the worker with their new bundle. The app reloads by itself. */
    renew() {
      for (const name of ["front", "worker"] as const) {
        renewed.add(name);
        const child = roles.get(name)?.child;
        if (child?.connected) child.send(STOP_MESSAGE);
      }
    },
    async stop() {
      isStopping = true;
      for (const name of START_ORDER) restarters[name].stop();
      for (const name of STOP_ORDER) await stopRole(roles.get(name)?.child);
      await Promise.all([...failing].map(stopRole));
    },
  };
}

async function samplesOf(name: RoleName, role: Role | undefined, restarts: number): Promise<Sample[]> {
  const own = (await role?.ask()) ?? null;
  const process = mainProcessOf(name, env().WEB_CONCURRENCY);
  const state = [
    sample("hop_role_up", Number(own !== null), { process }),
    sample("hop_role_restarts_total", restarts, { process }),
  ];
  return label([...state, ...(own ?? [])], { role: name, process: FIRST_PROCESS });
}

function forkRole(name: RoleName, environment: NodeJS.ProcessEnv): ChildProcess {
  const file = path.join(path.dirname(fileURLToPath(import.meta.url)), `${name}.mjs`);
  const child = fork(file, {
    env: { ...environmentOf(name, environment), ...(name !== "front" && FREE_MEMORY) },
    execArgv: [...process.execArgv, ...NODE_FLAGS[name]],
    stdio: [
      "inherit",
      // Next prints how long it took to read its configuration.
      name === "app" && env().NODE_ENV === "production" ? "ignore" : "inherit",
      isOutputJson() ? "pipe" : "inherit",
      "ipc",
    ],
  });
  if (child.stderr) forwardOutput(child.stderr, name);
  yieldToVisitors(name, child.pid);
  return child;
}

/** On busy cores, redirects go before pages, and pages before the drain. */
function yieldToVisitors(name: RoleName, pid: number | undefined): void {
  if (pid === undefined || NICENESS[name] === 0) return;
  try {
    setPriority(pid, NICENESS[name]);
  } catch (error) {
    log.debug({ err: error, name }, "priority not set");
  }
}

async function stopRole(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const read = child.stderr && once(child.stderr, "close");
  if (child.connected) child.send(STOP_MESSAGE);
  else child.kill("SIGTERM");
  const kill = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(kill);
  // Its last lines. A child of its own may still hold the pipe.
  if (read) await Promise.race([read, sleep(LAST_LINES_MS)]);
}
