import { existsSync } from "node:fs";

/** The headless shell first: the tests need a third less CPU time with it than with the whole browser. */
const SYSTEM_PATHS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

export const CHROMIUM_ARGS = ["--no-sandbox", "--disable-quic", "--disable-background-networking"];

/** The system's Chromium, or undefined for the one that Playwright installs. */
export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...SYSTEM_PATHS].find((path) => path && existsSync(path));
}
