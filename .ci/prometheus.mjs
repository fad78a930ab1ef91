import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { aptGet, report } from "./packages.mjs";

const FOLDER = "dist/prometheus";

/**
 * Prometheus and its promtool for tests. Where they are missing, on Debian, unpacks the package into dist/prometheus:
 * installing it would start the service. Without them, the tests that need them fail.
 */
export async function ensurePrometheus() {
  if (findPrometheus()) return;
  mkdirSync(FOLDER, { recursive: true });
  const isUnpacked = await report("Downloading Prometheus", async () => {
    await aptGet(["download", "prometheus"], FOLDER);
    const [file] = readdirSync(FOLDER).filter((name) => name.endsWith(".deb"));
    await promisify(execFile)("dpkg", ["-x", path.join(FOLDER, file ?? ""), FOLDER]);
  });
  if (!isUnpacked) rmSync(FOLDER, { recursive: true, force: true });
}

/**
 * The path of one of its programs. Throws if it is missing.
 *
 * @param {"prometheus" | "promtool"} program
 */
export function pathOf(program) {
  const folder = findPrometheus();
  if (!folder) throw new Error(`${program} is missing: install Prometheus, or run npm test on Debian`);
  return path.join(folder, program);
}

/** The folder of the programs. @returns {string | undefined} */
function findPrometheus() {
  const folders = [path.resolve(FOLDER, "usr/bin"), ...(process.env.PATH ?? "").split(path.delimiter)];
  return folders.find((folder) => ["prometheus", "promtool"].every((name) => existsSync(path.join(folder, name))));
}
