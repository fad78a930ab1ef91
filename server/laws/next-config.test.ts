import path from "node:path";
import type { NextConfig } from "next";

test("Next's root is this folder, although one above it may have a lock file", async () => {
  // By its path, since a build leaves next.config.mjs beside it.
  const { default: config }: { default: NextConfig } = await import(path.resolve("next.config.ts"));
  expect(config.turbopack?.root).toBe(process.cwd());
});
