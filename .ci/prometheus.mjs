import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

const FOLDER = "dist/prometheus";

/**
 * Prometheus and its promtool for tests. Where they are missing, on Debian, unpacks the package into dist/prometheus:
 * installing it would start the service. Without them, the tests that need them fail.
 */
export function ensurePrometheus() {
  if (findPrometheus()) return;
  if (!existsSync("/usr/bin/apt-get")) {
    process.stderr.write("Prometheus is missing, so tests of metrics will fail: install it.\n");
    return;
  }
  process.stdout.write("Downloading Prometheus … ");
  mkdirSync(FOLDER, { recursive: true });
  try {
    download();
    const [file] = readdirSync(FOLDER).filter((name) => name.endsWith(".deb"));
    execFileSync("dpkg", ["-x", path.join(FOLDER, file ?? ""), FOLDER]);
    process.stdout.write("done\n");
  } catch (error) {
    rmSync(FOLDER, { recursive: true, force: true });
    process.stdout.write(`failed: tests that need it will fail (${error.message.split("\n")[0]})\n`);
  }
}

function download() {
  const fetch = () => execFileSync("apt-get", ["download", "prometheus"], { cwd: FOLDER, stdio: "pipe" });
  try {
    fetch();
  } catch {
    execFileSync("apt-get", ["update"], { stdio: "pipe" });
    fetch();
  }
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
