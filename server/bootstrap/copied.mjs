import { existsSync } from "node:fs";

/** Marks a copy of a build (copy.mjs). */
export const COPY_MARK = "dist/copied";

/** Whether this is such a copy, which has no sources or npm, and in which nothing needs to be installed or built. */
export function isCopy() {
  return existsSync(COPY_MARK);
}
