/** A message in the form of the log (lib/print.ts). */
export function jsonLine(level, msg, fields = {}) {
  return `${JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg })}\n`;
}

const FATAL = 60;
const EXIT_FAILED = 1;
/** sysexits.h: the configuration is wrong. */
export const EXIT_CONFIG = 78;
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
