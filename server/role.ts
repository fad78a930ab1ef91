import { EnvError, env } from "@/lib/env";
import { log } from "@/lib/log";

/** sysexits.h: the configuration is wrong. */
export const EXIT_CONFIG = 78;

/** From a role to its supervisor. */
export type RoleMessage =
  | { type: "ready"; signInLink?: { email: string; link: string } }
  | { type: "fatal"; message: string };

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
 * Runs a role as the main thing of this process: starts it, tells the supervisor, and ends it in
 * order on SIGTERM, SIGINT, the supervisor's word or its death.
 */
export async function runRole(start: () => Promise<Started>): Promise<void> {
  const isSupervised = process.send !== undefined;
  let stop: (() => Promise<void>) | undefined;
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    await stop?.();
    process.exit(0);
  };

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
  process.send?.(message);
}
