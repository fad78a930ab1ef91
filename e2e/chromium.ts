import { existsSync } from "node:fs";

const SYSTEM_PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export const CHROMIUM_ARGS = ["--no-sandbox", "--disable-quic", "--disable-background-networking"];

/** The system's Chromium where there is one; undefined: the one that Playwright installs. */
export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...SYSTEM_PATHS].find((path) => path && existsSync(path));
}
