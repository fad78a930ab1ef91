import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";

const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
/** Without a network, fails within seconds. */
const LIMITS = ["-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=10", "-o", "Acquire::https::Timeout=10"];

export const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/** Debian packages with programs that tests run, and whether these are there. */
const PACKAGES = {
  "poppler-utils": () => runs("pdftoppm", "-v"),
  "zbar-tools": () => runs("zbarimg", "--version"),
  wrk: () => spawnSync("wrk", ["--version"]).error === undefined,
  // Needs a third less processor time than the whole browser, which does too (chromium.mjs).
  "chromium-headless-shell": () =>
    !canInstall || [process.env.CHROMIUM_PATH, HEADLESS_SHELL].some((path) => path && existsSync(path)),
};

/**
 * Installs packages that are missing, as root on Debian. Elsewhere, and if that fails, the tests that need them fail.
 *
 * @param {(keyof typeof PACKAGES)[]} names
 */
export async function ensurePackages(...names) {
  const missing = names.filter((name) => !PACKAGES[name]());
  if (missing.length === 0) return;
  if (!canInstall) {
    process.stderr.write(
      `Tests that need ${missing.join(" or ")} will fail: install the programs of these packages.\n`,
    );
    return;
  }
  const install = () => aptGet(["install", "-y", "--no-install-recommends", "--no-remove", ...missing]);
  await report(`Installing ${missing.join(", ")}`, install);
}

/** Runs something that tests can do without, and prints how it ended. Resolves with whether it succeeded. */
export async function report(what, run) {
  const began = Date.now();
  try {
    await run();
  } catch (error) {
    process.stdout.write(`${what} … failed: ${error.message.trim().split("\n").at(-1)}\n`);
    return false;
  }
  process.stdout.write(`${what} … ${((Date.now() - began) / 1_000).toFixed(0)} s\n`);
  return true;
}

let updated;

/** Runs apt-get with current package lists. apt-get runs once at a time, so callers wait for each other. */
export async function aptGet(args, cwd = ".") {
  const run = (...command) =>
    promisify(execFile)("apt-get", [...LIMITS, ...command], {
      cwd,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  // Lists that can't be updated may do.
  updated ??= run("update").catch(() => undefined);
  await updated;
  await run(...args);
}

function runs(program, argument) {
  return spawnSync(program, [argument], { stdio: "ignore" }).status === 0;
}
