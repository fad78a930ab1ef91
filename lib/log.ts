import pino from "pino";
import { env } from "@/lib/env";

/** Names of values that must not reach a log, wherever they stand in a logged object. */
const SECRETS = ["password", "token", "secret", "authorization", "cookie", "apiKey", "smtp_password"];

/** A wrong environment is reported by whoever starts the process, not by the first to log. */
function readLevel(): { level: string; role: string | undefined } {
  try {
    return { level: env().LOG_LEVEL, role: env().HOP_ROLE };
  } catch {
    return { level: "info", role: undefined };
  }
}

const { level, role } = readLevel();

/** Structured log on standard error: JSON lines, one an event. */
export const log = pino(
  {
    level,
    base: { role },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
  },
  pino.destination({ dest: 2, sync: true }),
);
