import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { scratchFolder } from "@/bench/harness/database";
import { COPY_MARK } from "@/server/bootstrap/copied.mjs";

const COPIED = ["dist", "package.json", "next.config.mjs", "prisma/migrations", "public", "server/bootstrap"];
const isServed = (file: string) => !/\.next\/(?:cache|dev|types|diagnostics)/.test(file);

/**
 * Copies the build under another version number, as `npm run build -- FOLDER` in another checkout would. @returns its
 * path
 */
export function copyBuildAs(version: string): string {
  const folder = path.join(scratchFolder(), version);
  for (const name of COPIED) cpSync(name, path.join(folder, name), { recursive: true });
  cpSync(".next", path.join(folder, ".next"), { recursive: true, filter: isServed, verbatimSymlinks: true });
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  const file = path.join(folder, "package.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), version }));
  writeFileSync(path.join(folder, COPY_MARK), "");
  return folder;
}

/** Adds a migration to a build. */
export function addMigration(folder: string, name: string, statement: string): void {
  const migration = path.join(folder, "prisma/migrations", name);
  mkdirSync(migration);
  writeFileSync(path.join(migration, "migration.sql"), statement);
}

/** Makes a process of a build throw as soon as it starts. */
export function breakBuild(folder: string, bundle: "reload-check" | "front" | "app" | "worker"): void {
  writeFileSync(path.join(folder, "dist/server", `${bundle}.mjs`), 'throw new Error("a broken build");\n');
}
