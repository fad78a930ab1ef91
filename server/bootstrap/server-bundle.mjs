import { renameSync, rmSync } from "node:fs";
import { build, context, stop } from "esbuild";

const FOLDER = "dist/server";
const SHARED_OPTIONS = {
  outdir: FOLDER,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  sourcemap: true,
  logLevel: "warning",
};

/** Their start delays redirects, and loading packages file by file takes two fifths of it. */
const WITH_PACKAGES = {
  ...SHARED_OPTIONS,
  entryPoints: entryPoints("index", "front"),
  external: ["pg-native"],
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
};

/** Bundled with what they import from lib/; packages stay in node_modules. */
const WITHOUT_PACKAGES = {
  ...SHARED_OPTIONS,
  entryPoints: entryPoints("app", "worker", "reload-check", "qr-child", "backup-child", "commands"),
  packages: "external",
  alias: {
    // Node finds "next/server" only with its file extension; the package has no such export.
    "next/server": "next/server.js",
    // Loading its hundred files takes long.
    zod: "./node_modules/zod/index.js",
  },
};

function entryPoints(...names) {
  return names.map((name) => `server/${name}.ts`);
}

/** Replaces the bundles once the new ones are complete. */
export async function bundleServer() {
  const outdir = `${FOLDER}.new`;
  rmSync(outdir, { recursive: true, force: true });
  await Promise.all([WITH_PACKAGES, WITHOUT_PACKAGES].map((options) => build({ ...options, outdir })));
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
  // All in one, so that a change is bundled once.
  const all = [...WITH_PACKAGES.entryPoints, ...WITHOUT_PACKAGES.entryPoints];
  const watching = await context({ ...WITHOUT_PACKAGES, entryPoints: all, plugins: [plugin] });
  await watching.rebuild();
  await watching.watch();
}
