import { existsSync } from "node:fs";

/** Written into a copy of what runs (copy.mjs). */
export const COPY_MARK = "dist/copied";

/** Whether this is such a copy: it has no sources and no npm, and nothing needs to be installed or built. */
export function isCopy() {
  return existsSync(COPY_MARK);
}
