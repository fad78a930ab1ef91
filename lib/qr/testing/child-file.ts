import { mkdirSync, rmSync } from "node:fs";
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
  const folder = path.resolve("dist/testing");
  mkdirSync(folder, { recursive: true });
  const outfile = path.join(folder, `qr-child-${process.pid}.mjs`);
  buildSync({
    entryPoints: ["server/qr-child.ts"],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "silent",
  });
  process.once("exit", () => rmSync(outfile, { force: true }));
  return outfile;
}
