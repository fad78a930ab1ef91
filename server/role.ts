import { EnvError, env } from "@/lib/env";
import { log } from "@/lib/log";
import { startHeartbeat, WATCHED_ROLES } from "@/server/heartbeat";

/** sysexits.h: the configuration is wrong. */
export const EXIT_CONFIG = 78;

/** From a role to its supervisor. `failing`: accepts nothing more and exits soon, so a replacement may start now. */
export type RoleMessage =
  | { type: "ready"; signInLink?: { email: string; link: string } }
  | { type: "failing" }
  | { type: "fatal"; message: string };

/** After an unexpected error, requests in progress have this long before the process exits. */
const FAILING_STOP_MS = 7_000;
/** A stop that hangs is given up after this. Supervisors kill earlier; a role that lost its supervisor has none. */
const STOP_MS = 30_000;

/** Errors of a connection that the other side closed. */
const CLIENT_GONE = new Set(["ECONNRESET", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE"]);

/** From the supervisor to a role: end in order. */
export const STOP_MESSAGE = "stop";

/** A start that failed for a reason that the operator can act on: one line, no stack. */
export class StartError extends Error {
  override readonly name = "StartError";
}

export type Started = {
  signInLink?: { email: string; link: string } | undefined;
  /** Ends what the role does, losing nothing. */
  stop: () => Promise<void>;
};

/**
 * Runs a role as the main task of this process: starts it, tells the supervisor, and stops it gracefully on SIGTERM,
 * SIGINT, the supervisor's message or its death. After an uncaught error it stops accepting, lets requests in progress
 * finish, and exits with code 1; its supervisor replaces it meanwhile.
 */
export async function runRole(start: () => Promise<Started>): Promise<void> {
  const isSupervised = process.send !== undefined;
  let stop: (() => Promise<void>) | undefined;
  let stopHeartbeat: (() => void) | undefined;
  let isEnding = false;
  /** Exits whatever happens: nobody else ends a role whose stop fails or hangs. */
  const stopAndExit = async (code: number, withinMs: number) => {
    setTimeout(() => process.exit(1), withinMs);
    try {
      // Closes the listening socket before it first waits, so that a replacement can bind.
      const stopped = stop?.();
      if (code !== 0) tell({ type: "failing" });
      await stopped;
    } catch (error) {
      log.error({ err: error }, "graceful stop failed");
      process.exit(1);
    }
    process.exit(code);
  };
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    stopHeartbeat?.();
    await stopAndExit(0, STOP_MS);
  };

  const fail = async (error: NodeJS.ErrnoException) => {
    // Next leaks some of these when a client disconnects. No state of ours is broken, and nobody can restart a role so.
    if (CLIENT_GONE.has(error.code ?? "")) {
      log.warn({ err: error }, "a client disconnected where nothing expected it");
      return;
    }
    log.fatal({ err: error }, "uncaught error: this process stops accepting and exits");
    if (isEnding) return;
    isEnding = true;
    await stopAndExit(1, FAILING_STOP_MS);
  };

  // Rejections that nobody handles arrive here as well.
  process.on("uncaughtException", fail);
  process.on("SIGTERM", end);
  // Ctrl-C reaches every process of the terminal; the supervisor says in which order to end.
  process.on("SIGINT", isSupervised ? () => undefined : end);
  process.on("SIGHUP", isSupervised ? () => undefined : end);
  process.on("message", (message) => {
    if (message === STOP_MESSAGE) void end();
  });
  process.on("disconnect", end);

  try {
    env();
    const started = await start();
    stop = started.stop;
    const role = WATCHED_ROLES.find((name) => name === env().HOP_ROLE);
    stopHeartbeat = role && startHeartbeat(env().DATA_DIR, role);
    tell({ type: "ready", ...(started.signInLink && { signInLink: started.signInLink }) });
  } catch (error) {
    if (error instanceof EnvError) endForEnv(error);
    if (error instanceof StartError) tell({ type: "fatal", message: error.message });
    else log.fatal({ err: error }, "start failed");
    if (error instanceof StartError && !isSupervised) process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Ends the process with one line a bad variable. */
export function endForEnv(error: EnvError): never {
  process.stderr.write(`${error.lines.join("\n")}\n`);
  process.exit(EXIT_CONFIG);
}

function tell(message: RoleMessage): void {
  if (process.connected) process.send?.(message);
}
