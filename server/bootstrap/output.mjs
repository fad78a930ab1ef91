import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** LOG_FORMAT, from the environment or .env; if unset, text in a terminal and json elsewhere. */
export function chooseFormat() {
  const file = existsSync(".env") ? parseEnv(readFileSync(".env", "utf8")) : {};
  return process.env.LOG_FORMAT || file.LOG_FORMAT || (process.stdout.isTTY ? "text" : "json");
}

/** A message in the form of the log (lib/print.ts). */
export function jsonLine(level, msg, fields = {}) {
  return `${JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg })}\n`;
}

const FATAL = 60;
let printsResult = false;

/** From now on, a failure is printed as the command's only JSON object (`--json`). */
export function expectResult() {
  printsResult = true;
}

/**
 * Prints why nothing is done, and exits. @param {string} message @param {string} [output] output of a program that
 * failed
 */
export function fail(message, output) {
  if (printsResult) process.stdout.write(`${JSON.stringify({ error: message })}\n`);
  const isJson = process.env.LOG_FORMAT === "json";
  if (isJson && (!printsResult || output)) process.stderr.write(jsonLine(FATAL, message, output ? { output } : {}));
  if (!isJson) process.stderr.write(`${message}\n`);
  process.exit(1);
}
