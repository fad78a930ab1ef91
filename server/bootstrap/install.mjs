import { existsSync, readFileSync } from "node:fs";
import { runQuietly } from "./run.mjs";

/**
 * Installs the packages of package-lock.json unless they are there. No package's install script is
 * run: none is needed (Prisma's would download an engine that is not used).
 *
 * @param {{ withDevelopment: boolean }} options
 */
export async function ensureInstalled({ withDevelopment }) {
  if (isInstalled(withDevelopment)) return;
  const include = withDevelopment ? "--include=dev" : "--omit=dev";
  await runQuietly("Installing packages", "npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", include]);
}

/** Whether every package of the lock file that this machine needs stands in node_modules in its version. */
function isInstalled(withDevelopment) {
  const receipt = "node_modules/.package-lock.json";
  if (!existsSync(receipt)) return false;
  const wanted = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;
  const present = JSON.parse(readFileSync(receipt, "utf8")).packages;
  return Object.entries(wanted).every(([path, { version, optional, dev, devOptional }]) => {
    if (path === "" || optional || devOptional || (dev && !withDevelopment)) return true;
    return present[path]?.version === version;
  });
}
