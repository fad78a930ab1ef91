import { readFileSync } from "node:fs";

const WRITTEN_BY_BUILD = ".next/required-server-files.json";

/**
 * Gives Next its configuration as the build has written it down, in the way of Next's own standalone server. To read
 * next.config.ts, it would load its compiler into the app (decision 0101).
 *
 * @throws Error where there is no build
 */
export function giveBuiltConfig(): void {
  const { config } = JSON.parse(readFileSync(WRITTEN_BY_BUILD, "utf8")) as { config: object };
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}
