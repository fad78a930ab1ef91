import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { EXIT_CONFIG, fail } from "./output.mjs";

/** By the byte order mark. */
const ENCODINGS = { fffe: "utf-16le", feff: "utf-16be" };

/** LOG_FORMAT, from the environment or .env; if unset, text in a terminal and json elsewhere. */
export function chooseFormat() {
  if (process.env.LOG_FORMAT) return process.env.LOG_FORMAT;
  // Also of the message that .env can't be read.
  process.env.LOG_FORMAT = process.stdout.isTTY ? "text" : "json";
  return readEnvFile().LOG_FORMAT || process.env.LOG_FORMAT;
}

/** Adds the variables in .env that the environment lacks, and returns their names. Exits if .env can't be read. */
export function loadEnvFile() {
  const added = Object.entries(readEnvFile()).filter(([name]) => process.env[name] === undefined);
  Object.assign(process.env, Object.fromEntries(added));
  return added.map(([name]) => name);
}

/** The variables in .env. Exits if there is one that can't be read. */
export function readEnvFile() {
  if (!existsSync(".env")) return {};
  try {
    return parseEnvFile(readFileSync(".env"));
  } catch ({ code }) {
    const remedy =
      code === "EISDIR"
        ? "it is a folder; replace it with a file, or remove it"
        : "let the user who runs Hop read it, or remove it";
    return fail(`.env: cannot be read (${code}): ${remedy}.`, { exitCode: EXIT_CONFIG });
  }
}

/**
 * The variables in a .env. Windows' editors begin it with a byte order mark, and some write UTF-16.
 *
 * @param {Buffer} contents
 * @returns {NodeJS.Dict<string>}
 */
export function parseEnvFile(contents) {
  const encoding = ENCODINGS[contents.toString("hex", 0, 2)] ?? "utf-8";
  return parseEnv(new TextDecoder(encoding).decode(contents));
}

/** With DEBUG, libraries log passwords and session tokens. */
export const LEAKING_VARIABLE = "DEBUG";
/** Variables such as PGOPTIONS are meant for another server than the embedded one. */
export const LIBPQ_VARIABLE = /^PG[A-Z]/;

/** Child processes don't get them either. */
export function dropLibpqVariables() {
  for (const name of Object.keys(process.env)) if (LIBPQ_VARIABLE.test(name)) delete process.env[name];
}
