import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { runQuietly } from "../server/bootstrap/run.mjs";

const SYSTEM_PATHS = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/**
 * Finds a Chromium for the browser tests, or installs one: as root on Debian its headless shell, otherwise
 * Playwright's build.
 */
export async function ensureChromium() {
  if (SYSTEM_PATHS.some((path) => path && existsSync(path)) || existsSync(chromium.executablePath())) return;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const quiet = { DEBIAN_FRONTEND: "noninteractive" };
    const install = ["install", "-y", "--no-install-recommends", "chromium-headless-shell"];
    await runQuietly("Updating the package lists", "apt-get", ["update"], quiet);
    await runQuietly("Installing Chromium", "apt-get", install, quiet);
    return;
  }
  await runQuietly("Installing Chromium", "npx", ["playwright", "install", "chromium"]);
}
