import pino from "pino";
import { isDatabaseOutage } from "@/lib/database-unavailable";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";
import { createRepeats } from "@/lib/repeats";

/** Property names that are redacted at any depth up to three. */
const SECRETS = ["password", "token", "secret", "authorization", "cookie", "apiKey", "smtp_password"];
const INFO = 30;
const FATAL = 60;
const DATABASE_AWAY = "the database is unavailable: suppressing messages about it";

/** An invalid environment is reported at start-up, not by the first log line. */
function readSettings(): { level: string; role: string | undefined; windowMs: number | undefined } {
  try {
    const { LOG_LEVEL, HOP_ROLE, HOP_LOG_WINDOW_MS } = env();
    return { level: LOG_LEVEL, role: HOP_ROLE, windowMs: HOP_LOG_WINDOW_MS };
  } catch {
    return { level: "info", role: undefined, windowMs: undefined };
  }
}

const { level, role, windowMs } = readSettings();

const repeats = processWide("hopRepeats", () => {
  const created = createRepeats(windowMs);
  process.on("exit", created.flush);
  return created;
});

type Fields = { err?: unknown; jobId?: unknown };
type LogArguments = [fieldsOrText: unknown, text?: unknown, ...rest: unknown[]];

/** Prints a line unless it repeats one of the last minute. */
function printUnlessRepeated(this: pino.Logger, args: LogArguments, method: pino.LogFn, lineLevel: number): void {
  const print = (...line: LogArguments) => method.apply(this, line as Parameters<pino.LogFn>);
  if (lineLevel < INFO || lineLevel >= FATAL) {
    print(...args);
    return;
  }
  const [first, second] = args;
  const fields: Fields = typeof first === "object" && first !== null ? first : {};
  const text = typeof first === "string" ? first : second;
  // One cause with many consequences. A job gets its own line, which may be its last.
  const isDatabaseAway = fields.jobId === undefined && isDatabaseOutage(fields.err);
  const key = isDatabaseAway ? DATABASE_AWAY : keyOf(fields, text);
  const { err: _err, ...known } = fields;
  const report = (repeated: number) =>
    isDatabaseAway
      ? print({ repeated, reason: reasonOf(fields.err) }, DATABASE_AWAY)
      : print({ ...known, repeated }, text);
  if (repeats.isFirst(key, report)) print(...args);
}

function keyOf({ err, ...fields }: Fields, text: unknown): string {
  const reason = reasonOf(err);
  try {
    return JSON.stringify([text, reason, fields]);
  } catch {
    return JSON.stringify([text, reason]);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** pg adds its whole connection. */
function toPlainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { client: _client, ...plain } = pino.stdSerializers.err(error) as ReturnType<typeof pino.stdSerializers.err> & {
    client?: unknown;
  };
  return plain;
}

/** How much waits in memory while it can't be written; later lines are dropped. */
const MAX_WAITING_BYTES = 1_048_576;

const output = pino.destination({ dest: 2, sync: true, maxLength: MAX_WAITING_BYTES });
// sonic-boom drops a line without another try to write what waits.
output.on("drop", () => output.write(""));
// Its file may be on a full disk. Unhandled, the error would end the process.
output.on("error", () => undefined);

/** Structured log: one JSON line per event, on standard error. Repeated lines are counted (decision 0191). */
export const log = pino(
  {
    level,
    base: { role },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
    serializers: { err: toPlainError },
    hooks: { logMethod: printUnlessRepeated },
  },
  // Without flushSync, which pino calls for fatal lines and which repeats a failed write until it succeeds.
  { write: (line: string) => output.write(line) },
);
