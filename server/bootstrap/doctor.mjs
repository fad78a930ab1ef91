import { existsSync } from "node:fs";
import { isBuilt } from "./build.mjs";
import { isCopy } from "./copied.mjs";
import { hasPackages, isInstalled } from "./install.mjs";
import { EXIT_CONFIG } from "./output.mjs";
import { REMEDY_BESIDE_HOP, runsFromHere } from "./running.mjs";

/** nodejs.org/en/about/previous-releases */
const OLDEST_MAINTAINED_NODE = 22;
const EXIT_FAILED = 1;
const MARKS = { ok: "ok     ", warning: "WARNING", problem: "PROBLEM", skipped: "skipped" };
const BUNDLE = "../../dist/server/commands.mjs";

/**
 * `hop doctor`: checks the requirements for running, without installing or building anything, and prints the
 * results.
 *
 * @returns {Promise<number>} the exit code
 */
export async function diagnose({ json }) {
  const checks = [checkNode(process.versions.node), ...(await checkProgram())];
  const exitCode = codeFor(checks);
  if (json) process.stdout.write(`${JSON.stringify({ ok: exitCode === 0, checks })}\n`);
  else process.stdout.write(checks.map(toText).join(""));
  return exitCode;
}

/** @param {string} version for example 22.21.0 */
export function checkNode(version) {
  const name = "Node";
  // Versions before 20.19 can't run this.
  if (Number.parseInt(version, 10) >= OLDEST_MAINTAINED_NODE) return { name, status: "ok", message: version };
  const message = `${version} no longer gets security fixes`;
  return { name, status: "warning", message, remedy: "use Node 22 or 24" };
}

async function checkProgram() {
  const remedy = runsFromHere() ? REMEDY_BESIDE_HOP : "run npm run build, or hop start, which does it too";
  const name = "build";
  if (!isInstalled({ withDevelopment: false })) {
    const message = hasPackages() ? "packages differ from package-lock.json" : "packages are not installed";
    return [{ name, status: "problem", message, remedy }, skipRest()];
  }
  if (!existsSync(new URL(BUNDLE, import.meta.url))) {
    return [{ name, status: "problem", message: "Hop is not built", remedy }, skipRest()];
  }
  const isCurrent = isCopy() || isBuilt();
  const build = isCurrent
    ? { name, status: "ok", message: "it matches the sources" }
    : { name, status: "problem", message: "it does not match the sources", remedy };
  const { examine } = await import(BUNDLE);
  return [build, ...(await examine())];
}

function skipRest() {
  return { name: "everything else", status: "skipped", message: "Hop is not built" };
}

function codeFor(checks) {
  const problems = checks.filter(({ status }) => status === "problem");
  if (problems.length === 0) return 0;
  return problems.some(({ name }) => name === "configuration") ? EXIT_CONFIG : EXIT_FAILED;
}

function toText({ name, status, message, remedy }) {
  return `${MARKS[status]}  ${name}: ${message}\n${remedy ? `         -> ${remedy}\n` : ""}`;
}
