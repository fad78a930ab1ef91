import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { format } from "node:util";
import { configuredValues, isOutputJson } from "@/lib/env";
import { log } from "@/lib/log";
import { jsonLine } from "@/lib/print";
import { hopVersion } from "@/lib/version";

/** Directs the output of a process, and logs its version and configuration unless its supervisor does. */
export function startLog({ isSupervised }: { isSupervised: boolean }): void {
  // The reader of standard output or standard error may go away. Later output is lost.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);
  logConsole();
  if (isSupervised) return;
  logLifecycle({ version: hopVersion(), node: process.versions.node, configuration: configuredValues() }, "starting");
}

/**
 * With LOG_FORMAT=json, redirects the console output of Next, other packages and Node to the log, except for V8's own
 * out-of-memory message, which the supervisor wraps.
 */
export function logConsole(): void {
  if (!isOutputJson()) return;
  const toDebug = (...args: unknown[]) => log.debug(format(...args));
  Object.assign(console, {
    log: toDebug,
    info: toDebug,
    debug: toDebug,
    warn: (...args: unknown[]) => log.warn(...toLine(args)),
    error: (...args: unknown[]) => log.error(...toLine(args)),
  });
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn({ err: warning }, "Node.js warning"));
}

/** Formats console arguments. Errors keep their stack and cause. */
function toLine(args: unknown[]): [fields: object, text: string] {
  const err = args.find((arg) => arg instanceof Error);
  const text = format(...args.filter((arg) => arg !== err)).trim();
  return [err ? { err } : {}, text || "printed by a package"];
}

/** Copies a child's output to standard error, line by line. Lines that are not from the log become lines of the log. */
export function forwardOutput(output: Readable, name: string): void {
  createInterface({ input: output, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) => {
    if (line.startsWith("{") && isJson(line)) process.stderr.write(`${line}\n`);
    else if (line.trim()) log.error({ name, output: line }, "output of a process");
  });
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** Prints why Hop does not start, whatever LOG_LEVEL is: one line for each reason. */
export function printFailure(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(isOutputJson() ? jsonLine("fatal", line) : `${line}\n`);
}

/** Information about starting and stopping. In a terminal, the banner says what matters. */
export function logLifecycle(fields: object, text: string): void {
  if (isOutputJson()) log.info(fields, text);
}
