import pino from "pino";
import { env } from "@/lib/env";

/** Property names that are redacted at any depth up to three. */
const SECRETS = ["password", "token", "secret", "authorization", "cookie", "apiKey", "smtp_password"];

/** An invalid environment is reported at start-up, not by the first log line. */
function readLevel(): { level: string; role: string | undefined } {
  try {
    return { level: env().LOG_LEVEL, role: env().HOP_ROLE };
  } catch {
    return { level: "info", role: undefined };
  }
}

const { level, role } = readLevel();

/** Structured log: one JSON line per event, on standard error. */
export const log = pino(
  {
    level,
    base: { role },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
  },
  pino.destination({ dest: 2, sync: true }),
);
