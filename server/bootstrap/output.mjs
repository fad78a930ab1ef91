import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** LOG_FORMAT, from the environment or .env; if unset, text in a terminal and json elsewhere. */
export function chooseFormat() {
  if (process.env.LOG_FORMAT) return process.env.LOG_FORMAT;
  // Also of the message that .env can't be read.
  process.env.LOG_FORMAT = process.stdout.isTTY ? "text" : "json";
  return readEnvFile().LOG_FORMAT || process.env.LOG_FORMAT;
}

/** The variables in .env. Exits if there is one that can't be read. */
export function readEnvFile() {
  if (!existsSync(".env")) return {};
  try {
    return parseEnv(readFileSync(".env", "utf8"));
  } catch ({ code }) {
    const remedy =
      code === "EISDIR"
        ? "it is a folder; replace it with a file, or remove it"
        : "let the user who runs Hop read it, or remove it";
    return fail(`.env: cannot be read (${code}): ${remedy}.`, { exitCode: EXIT_CONFIG });
  }
}

/** A message in the form of the log (lib/print.ts). */
export function jsonLine(level, msg, fields = {}) {
  return `${JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg })}\n`;
}

const FATAL = 60;
const EXIT_FAILED = 1;
/** sysexits.h */
const EXIT_CONFIG = 78;
let printsResult = false;

/** From now on, a failure is printed as the command's only JSON object (`--json`). */
export function expectResult() {
  printsResult = true;
}

/**
 * Prints why nothing is done, and exits.
 *
 * @param {string} message
 * @param {{ output?: string, exitCode?: number }} [options] `output`: of a program that failed
 */
export function fail(message, { output, exitCode = EXIT_FAILED } = {}) {
  if (printsResult) process.stdout.write(`${JSON.stringify({ error: message })}\n`);
  const isJson = process.env.LOG_FORMAT === "json";
  if (isJson && (!printsResult || output)) process.stderr.write(jsonLine(FATAL, message, output ? { output } : {}));
  if (!isJson) process.stderr.write(`${message}\n`);
  process.exit(exitCode);
}
