import pino from "pino";
import { env } from "@/lib/env";

/** Names of values that must not reach a log, wherever they stand in a logged object. */
const SECRETS = ["password", "token", "secret", "authorization", "cookie", "apiKey", "smtp_password"];

/** Structured log on standard error: JSON lines, one an event. */
export const log = pino(
  {
    level: env().LOG_LEVEL,
    base: { role: env().HOP_ROLE },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
  },
  pino.destination({ dest: 2, sync: true }),
);
