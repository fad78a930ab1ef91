import { existsSync, readFileSync } from "node:fs";
import { isCopy } from "./copied.mjs";
import { runQuietly } from "./run.mjs";
import { refuseBesideHop } from "./running.mjs";

const RECEIPT = "node_modules/.package-lock.json";

/**
 * Installs the packages of package-lock.json unless they are installed. Installed development packages are kept.
 * Refused while a Hop runs from this folder.
 * Install scripts don't run (decision 0196).
 *
 * @param {{ withDevelopment: boolean }} options
 */
export async function ensureInstalled({ withDevelopment }) {
  if (isInstalled({ withDevelopment })) return;
  refuseBesideHop();
  const { wanted, isPresent } = comparePackages();
  const hasDevelopment = wanted.some((entry) => entry[1].dev && isPresent(entry));
  const include = withDevelopment || hasDevelopment ? "--include=dev" : "--omit=dev";
  await runQuietly("Installing packages", "npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", include]);
}

/** @param {{ withDevelopment: boolean }} options */
export function isInstalled({ withDevelopment }) {
  if (isCopy()) return true;
  const { wanted, isPresent } = comparePackages();
  return wanted.every((entry) => isPresent(entry) || (entry[1].dev && !withDevelopment));
}

/** Whether packages are installed, perhaps others than those of package-lock.json. */
export function hasPackages() {
  return existsSync(RECEIPT);
}

function comparePackages() {
  const present = readPackages(RECEIPT);
  const wanted = Object.entries(readPackages("package-lock.json")).filter(isNeeded);
  return { wanted, isPresent: ([path, { version }]) => present[path]?.version === version };
}

/** Optional packages may be for other platforms; npm keeps some entries that nothing depends on. */
function isNeeded([path, { optional, devOptional, extraneous }]) {
  return path !== "" && !optional && !devOptional && !extraneous;
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}
