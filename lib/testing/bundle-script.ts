import path from "node:path";
import { buildSync } from "esbuild";

/**
 * Bundles a script that runs in a separate process.
 *
 * @param script TypeScript, which may import from this project
 * @returns its file, in the folder
 */
export function bundleScript(script: string, folder: string): string {
  const outfile = path.join(folder, "script.mjs");
  buildSync({
    stdin: { contents: script, resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return outfile;
}
