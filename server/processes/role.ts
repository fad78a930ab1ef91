import cluster from "node:cluster";
import { EnvError, env } from "@/lib/env";
import { log } from "@/lib/log";
import { EXIT_CONFIG } from "@/server/bootstrap/output.mjs";
import { prepareDataDir } from "@/server/data-dir/data-dir";
import type { MetricsReply } from "@/server/metrics/ask";
import { reportSamples } from "@/server/metrics/report";
import type { Sample } from "@/server/metrics/sample";
import { startHeartbeat, WATCHED_ROLES } from "@/server/processes/heartbeat";
import { PING_MESSAGE } from "@/server/processes/kill-hung";
import { warnOfOpenFiles } from "@/server/processes/open-files";
import { logLifecycle, printFailure, startLog } from "@/server/processes/process-output";
import { StartError } from "@/server/processes/start-error";

/**
 * Messages from a role to its supervisor. `alive` answers a ping (kill-hung.ts). `failing` means that it accepts no
 * more connections and exits soon, so a replacement can start.
 */
export type RoleMessage =
  | { type: "ready"; signInLink?: { email: string; link: string } }
  | { type: "alive" }
  | { type: "failing" }
  | { type: "fatal"; message: string }
  | MetricsReply;

/** After an unexpected error, requests in progress have this long before the process exits. */
const FAILING_STOP_MS = 7_000;
/** Timeout of a graceful stop. Supervisors kill earlier, but a role may have lost its supervisor. */
const STOP_MS = 30_000;

/** Errors of connections that the peer has closed. */
const CLIENT_GONE = new Set(["ECONNRESET", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE"]);

/**
 * Message from the supervisor to a front: stop accepting connections, wait for the visitors' connections to end, then
 * stop.
 */
export const DRAIN_MESSAGE = "drain";

const NO_RELOAD = "SIGUSR2 ignored: a role that runs alone is replaced by starting another one, then stopping this one";

export type Started = {
  signInLink?: { email: string; link: string } | undefined;
  /** Samples of its processes for /metrics. */
  samples?: () => Sample[] | Promise<Sample[]>;
  /** Stops accepting connections, and resolves when existing ones have ended on their own, or after a while. */
  drain?: () => Promise<void>;
  /** Runs before `stop`, except after an uncaught error. The process may lose its supervisor meanwhile. */
  stopAccepting?: () => Promise<void>;
  /** Stops the role without losing data. */
  stop: () => Promise<void>;
};

/**
 * Runs a role as the main task of this process: starts it, tells the supervisor, and stops it gracefully on SIGTERM,
 * SIGINT or the supervisor's death. After an uncaught error it stops accepting, lets requests in progress finish, and
 * exits with code 1; its supervisor replaces it in the meantime.
 */
export async function runRole(start: () => Promise<Started>): Promise<void> {
  const isSupervised = process.send !== undefined;
  const began = performance.now();
  let role: Started | undefined;
  let stopHeartbeat: (() => void) | undefined;
  let isEnding = false;
  /** Always exits: nobody else stops a role whose shutdown fails or hangs. */
  const stopAndExit = async (code: number, withinMs: number) => {
    setTimeout(() => process.exit(1), withinMs);
    try {
      if (code === 0) await role?.stopAccepting?.();
      // Closes the listening socket before its first await, so that a replacement can bind.
      const stopped = role?.stop();
      if (code !== 0) tell({ type: "failing" });
      await stopped;
    } catch (error) {
      log.error({ err: error }, "graceful stop failed");
      process.exit(1);
    }
    if (code === 0) logLifecycle({}, "stopped");
    process.exit(code);
  };
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    logLifecycle({}, "stopping");
    stopHeartbeat?.();
    await stopAndExit(0, STOP_MS);
  };

  const drainAndEnd = async () => {
    await role?.drain?.().catch((error: unknown) => log.error({ err: error }, "waiting for connections to end failed"));
    await end();
  };

  const fail = async (error: NodeJS.ErrnoException) => {
    // Next leaks some of these when a client disconnects. They corrupt no state, and clients must not be able to
    // restart a role.
    if (CLIENT_GONE.has(error.code ?? "")) {
      log.warn({ err: error }, "unhandled error of a client connection");
      return;
    }
    log.fatal({ err: error }, "uncaught error: this process stops accepting and exits");
    if (isEnding) return;
    isEnding = true;
    await stopAndExit(1, FAILING_STOP_MS);
  };

  listenForEnd(isSupervised, { fail, end, drainAndEnd });

  try {
    env();
    startLog({ isSupervised });
    // The supervisor does this for its roles.
    if (!isSupervised) {
      warnOfOpenFiles();
      prepareDataDir();
    }
    role = await start();
    const watched = WATCHED_ROLES.find((name) => name === env().HOP_ROLE);
    stopHeartbeat = watched && startHeartbeat(env().DATA_DIR, watched);
    if (role.samples) await reportSamples(role.samples);
    logLifecycle({ ms: Math.round(performance.now() - began) }, "up");
    tell({ type: "ready", ...(role.signInLink && { signInLink: role.signInLink }) });
  } catch (error) {
    if (error instanceof EnvError) exitWithEnvError(error);
    if (error instanceof StartError) tell({ type: "fatal", message: error.message });
    else log.fatal({ err: error }, "start failed");
    if (error instanceof StartError && !isSupervised) printFailure([error.message]);
    process.exit(1);
  }
}

type Endings = {
  fail: (error: Error) => Promise<void>;
  end: () => Promise<void>;
  drainAndEnd: () => Promise<void>;
};

function listenForEnd(isSupervised: boolean, { fail, end, drainAndEnd }: Endings): void {
  // Includes unhandled rejections.
  process.on("uncaughtException", fail);
  process.on("SIGTERM", end);
  // Ctrl-C reaches every process of the terminal, but the supervisor stops roles in order.
  process.on("SIGINT", isSupervised ? () => undefined : end);
  process.on("SIGHUP", isSupervised ? () => undefined : end);
  process.on("SIGUSR2", () => (isSupervised ? undefined : log.warn(NO_RELOAD)));
  process.on("message", (message) => {
    if (message === DRAIN_MESSAGE) void drainAndEnd();
    // A breakpoint must not look like a hanging process.
    if (message === PING_MESSAGE && env().NODE_ENV !== "development") tell({ type: "alive" });
  });
  process.on("disconnect", end);
  // The supervisor died while this process was loading.
  if (isSupervised && process.connected === false) void end();
  // Otherwise node:cluster exits at once when the supervisor dies, in the middle of answers.
  cluster.worker?.on("disconnect", () => {
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
  });
}

/** Exits after printing one line per invalid variable. */
function exitWithEnvError(error: EnvError): never {
  printFailure(error.lines);
  process.exit(EXIT_CONFIG);
}

function tell(message: RoleMessage): void {
  if (process.connected) process.send?.(message);
}
