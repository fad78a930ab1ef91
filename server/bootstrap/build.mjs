import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isCopy } from "./copied.mjs";
import { linkPostgresLibraries } from "./library-links.mjs";
import { runQuietly } from "./run.mjs";
import { refuseBesideHop } from "./running.mjs";

const INPUTS = [
  "app",
  "components",
  "lib",
  "prisma/schema.prisma",
  "public",
  "server",
  "instrumentation.ts",
  "middleware.ts",
  "next.config.ts",
  "package-lock.json",
  "postcss.config.mjs",
  "tsconfig.json",
];
const MARK = "dist/built-from";
/** Read at startup instead of next.config.ts, for which Next would load a compiler of 130 MB. */
export const COMPILED_CONFIG = "next.config.mjs";

/** Generates the Prisma client, without downloads. */
export function generateClient() {
  // `prisma generate` looks for an engine that it does not need; the path of any program will do.
  const variables = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: "1" };
  return runQuietly("Generating the database client", "npx", ["prisma", "generate"], variables);
}

/** Builds for production unless the build is up to date. */
export async function ensureBuilt() {
  if (isCopy() || isBuilt()) return;
  refuseBesideHop();
  await generateClient();
  await build();
}

/** Whether there is a production build, possibly of other sources. */
export function hasBuild() {
  return existsSync(MARK);
}

/** Whether the production build matches the sources. */
export function isBuilt() {
  return existsSync(MARK) && readFileSync(MARK, "utf8") === hashInputs();
}

/** Builds for production; `generateClient` comes first. Refused while a Hop runs from this folder. */
export async function build() {
  refuseBesideHop();
  const sources = hashInputs();
  rmSync(MARK, { force: true });
  // Imported late, because everything that is loaded stays in the supervisor's memory.
  const { bundleServer, compileConfig } = await import("./server-bundle.mjs");
  await bundleServer();
  // Next would prefer it to the source.
  rmSync(COMPILED_CONFIG, { force: true });
  await runQuietly("Building the dashboard (once, about a minute)", "npx", ["next", "build"], {
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
  });
  await compileConfig(COMPILED_CONFIG);
  hintScripts();
  linkPostgresLibraries();
  mkdirSync(path.dirname(MARK), { recursive: true });
  writeFileSync(MARK, sources);
}

/**
 * Lets Chromium compile the dashboard's scripts while they load. By default it compiles each function on the main thread
 * when it is first called, after it has already parsed it once. The comment is V8's, "explicit compile hints"; other
 * browsers ignore it.
 */
function hintScripts() {
  const folder = ".next/static/chunks";
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".js"))) {
    const file = path.join(folder, name);
    writeFileSync(file, `//# allFunctionsCalledOnLoad\n${readFileSync(file, "utf8")}`);
  }
}

function hashInputs() {
  const hash = createHash("sha256");
  for (const file of INPUTS.flatMap(listFiles)) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

function listFiles(input) {
  if (!existsSync(input)) return [];
  if (!statSync(input).isDirectory()) return [input];
  return readdirSync(input, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes(".test.") && !entry.parentPath.includes("generated"))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
