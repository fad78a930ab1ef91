import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { runQuietly } from "../server/bootstrap/run.mjs";

const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const OTHER_PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const INSTALL = ["install", "-y", "--no-install-recommends", "--no-remove", "chromium-headless-shell"];
const QUIET = { DEBIAN_FRONTEND: "noninteractive" };

/**
 * Finds a Chromium for the browser tests, or installs one: as root on Debian its headless shell, which needs a third
 * less processor time for them than the whole browser, otherwise Playwright's build.
 */
export async function ensureChromium() {
  if ([process.env.CHROMIUM_PATH, HEADLESS_SHELL].some((path) => path && existsSync(path))) return;
  const isDebianRoot = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  const isFound = [...OTHER_PATHS, chromium.executablePath()].some((path) => existsSync(path));
  if (isFound) {
    // The browser that is there does too, for example without a network.
    if (isDebianRoot) await installShellIfReachable();
    return;
  }
  if (isDebianRoot) {
    await runQuietly("Updating the package lists", "apt-get", ["update"], QUIET);
    await runQuietly("Installing Chromium", "apt-get", INSTALL, QUIET);
    return;
  }
  await runQuietly("Installing Chromium", "npx", ["playwright", "install", "chromium"]);
}

async function installShellIfReachable() {
  const limits = ["-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=10", "-o", "Acquire::https::Timeout=10"];
  const run = (args) => promisify(execFile)("apt-get", [...limits, ...args], { env: { ...process.env, ...QUIET } });
  const installed = run(["update"]).then(() => run(INSTALL));
  const outcome = await installed.then(
    () => "done",
    () => "failed; the tests use the whole browser",
  );
  process.stdout.write(`Installing Chromium's headless shell … ${outcome}\n`);
}
