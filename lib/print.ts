import { isOutputJson } from "@/lib/env";

/** pino's levels. */
const LEVELS = { info: 30, fatal: 60 } as const;

/**
 * Prints a message for the operator on standard output, whatever LOG_LEVEL is; with LOG_FORMAT=json as a line of JSON.
 */
export function print(text: string): void {
  process.stdout.write(isOutputJson() ? jsonLine("info", text) : `${text}\n`);
}

/** A message in the form of the log. */
export function jsonLine(level: keyof typeof LEVELS, msg: string): string {
  return `${JSON.stringify({ level: LEVELS[level], time: new Date().toISOString(), msg })}\n`;
}
