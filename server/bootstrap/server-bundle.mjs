import { renameSync, rmSync } from "node:fs";
import { build, context, stop } from "esbuild";

const FOLDER = "dist/server";
/** Entry points of server/, bundled with what they import from lib/; packages stay in node_modules. */
const OPTIONS = {
  entryPoints: ["index", "front", "app", "worker", "check", "qr-child", "backup-child", "commands"].map(
    (name) => `server/${name}.ts`,
  ),
  outdir: FOLDER,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  sourcemap: true,
  logLevel: "warning",
  alias: {
    // Node finds "next/server" only with its file extension; the package has no such export.
    "next/server": "next/server.js",
    // Bundled, since loading its hundred files takes a sixth of the time in which a front starts again.
    zod: "./node_modules/zod/index.js",
  },
};

/** Replaces the bundles once the new ones are complete. */
export async function bundleServer() {
  const outdir = `${FOLDER}.new`;
  rmSync(outdir, { recursive: true, force: true });
  await build({ ...OPTIONS, outdir });
  await stop();
  rmSync(FOLDER, { recursive: true, force: true });
  renameSync(outdir, FOLDER);
}

/**
 * Writes next.config.ts as JavaScript.
 *
 * @param {string} outfile
 */
export async function compileConfig(outfile) {
  await build({ entryPoints: ["next.config.ts"], outfile, format: "esm", logLevel: "warning" });
  await stop();
}

/**
 * Rebundles whenever a source changes.
 *
 * @param {() => void} onBundled called after every bundling except the first
 */
export async function watchServer(onBundled) {
  let isFirst = true;
  const plugin = {
    name: "on-bundled",
    setup({ onEnd }) {
      onEnd(({ errors }) => {
        if (errors.length === 0 && !isFirst) onBundled();
        isFirst = false;
      });
    },
  };
  const watching = await context({ ...OPTIONS, plugins: [plugin] });
  await watching.rebuild();
  await watching.watch();
}
