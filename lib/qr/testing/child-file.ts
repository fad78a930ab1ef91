import { rmSync } from "node:fs";
import path from "node:path";
import { buildSync } from "esbuild";

// Tests run without a build: the child process is bundled when a test first needs it.

const shared = globalThis as typeof globalThis & { hopQrChildFile?: () => string };

let file: string | undefined;
shared.hopQrChildFile = () => {
  file ??= bundleChild();
  return file;
};

function bundleChild(): string {
  // Inside the project, so that packages are found.
  const outdir = path.resolve(`dist/testing/qr-child-${process.pid}`);
  buildSync({
    entryPoints: ["server/qr-child.ts"],
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    // As in a build, so that packages are loaded on demand.
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "silent",
  });
  process.once("exit", () => rmSync(outdir, { recursive: true, force: true }));
  return path.join(outdir, "qr-child.mjs");
}
