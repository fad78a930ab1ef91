import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runQuietly } from "./run.mjs";

const INPUTS = [
  "app",
  "components",
  "lib",
  "prisma/schema.prisma",
  "public",
  "server",
  "middleware.ts",
  "next.config.ts",
  "package-lock.json",
  "postcss.config.mjs",
  "tsconfig.json",
];
const MARK = "dist/built-from";

/** Makes the Prisma client that the code imports; nothing is downloaded. */
export function generateClient() {
  // `prisma generate` looks for an engine that it does not need; any program's path contents it.
  const variables = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: "1" };
  return runQuietly("Generating the database client", "npx", ["prisma", "generate"], variables);
}

/** Builds for production unless the build is of the present sources. */
export async function ensureBuilt() {
  const sources = hashOf(INPUTS);
  if (existsSync(MARK) && readFileSync(MARK, "utf8") === sources) return;
  rmSync(MARK, { force: true });
  await generateClient();
  // Not before it is needed: the supervisor lives on with what it has loaded.
  const { bundleServer } = await import("./server-bundle.mjs");
  await bundleServer();
  await runQuietly("Building the dashboard (once, about a minute)", "npx", ["next", "build"], {
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
  });
  mkdirSync(path.dirname(MARK), { recursive: true });
  writeFileSync(MARK, sources);
}

function hashOf(inputs) {
  const hash = createHash("sha256");
  for (const file of inputs.flatMap(listFiles)) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
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
