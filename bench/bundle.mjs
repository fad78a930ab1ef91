import { mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, stop } from "esbuild";

/**
 * Bundles a TypeScript entry of bench/ with the code that it uses from lib/ and server/, and runs it.
 *
 * @param {string} entry
 */
export async function runBundled(entry) {
  const outfile = path.resolve("dist/bench", `${entry.replaceAll("/", "-").replace(/\.ts$/, "")}.mjs`);
  mkdirSync(path.dirname(outfile), { recursive: true });
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "warning",
  });
  await stop();
  await import(pathToFileURL(outfile).href);
}
