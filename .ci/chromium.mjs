import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { runQuietly } from "../server/bootstrap/run.mjs";

/** As in e2e/chromium.ts. */
const SYSTEM_PATHS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** Installs Playwright's build of Chromium unless there is one for the browser tests. */
export async function ensureChromium() {
  const paths = [
    process.env.CHROMIUM_PATH,
    ...SYSTEM_PATHS.map((name) => `/usr/bin/${name}`),
    chromium.executablePath(),
  ];
  if (paths.some((path) => path && existsSync(path))) return;
  await runQuietly("Installing Chromium", "npx", ["playwright", "install", "chromium"]);
}
