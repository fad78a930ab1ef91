import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** LOG_FORMAT, from the environment or .env; unset: text in a terminal, json elsewhere. */
export function chooseFormat() {
  const file = existsSync(".env") ? parseEnv(readFileSync(".env", "utf8")) : {};
  return process.env.LOG_FORMAT || file.LOG_FORMAT || (process.stdout.isTTY ? "text" : "json");
}

/** A message in the form of the log (lib/print.ts). */
export function jsonLine(level, msg, fields = {}) {
  return `${JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg })}\n`;
}
