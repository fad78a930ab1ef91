import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Started, start, until } from "@/bench/harness/processes";
import { environmentOf, type InstanceOptions } from "@/bench/harness/product";
import { freePort } from "@/e2e/hop";

/** The release before this one, from which instances are upgraded. */
const PREVIOUS = "d5d671ef662d8aebf38d5c50bf367a1e1647ef22";
const FOLDER = path.resolve("dist/previous", PREVIOUS.slice(0, 7));
/** Written last, so an interrupted installation is repeated. */
const MARK = path.join(FOLDER, "installed");
const BUILD = 'await (await import("./server/bootstrap/build.mjs")).ensureBuilt()';
const FILL = 'await (await import("./bench/bundle.mjs")).runBundled("bench/fill/main.ts")';
const START_TIMEOUT_MS = 180_000;

type PreviousInstance = Started & { url: string };

/**
 * Checks the previous release out of the git history, and installs and builds it, once.
 *
 * @returns the reason if that is not possible
 */
export function installPrevious(): string | undefined {
  if (existsSync(MARK)) return undefined;
  if (spawnSync("git", ["cat-file", "-e", `${PREVIOUS}^{commit}`]).status !== 0) {
    return `the git history lacks ${PREVIOUS.slice(0, 7)} (git fetch --unshallow)`;
  }
  process.stderr.write("Installing the previous release (once, minutes) …\n");
  try {
    install();
  } catch (error) {
    return `the previous release can't be installed (${error instanceof Error ? error.message.split("\n")[0] : error})`;
  }
  return undefined;
}

function install(): void {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const archive = execFileSync("git", ["archive", PREVIOUS], { maxBuffer: 1e9 });
  execFileSync("tar", ["-x", "-C", FOLDER], { input: archive });
  const run = (program: string, args: string[]) => execFileSync(program, args, { cwd: FOLDER, stdio: "pipe" });
  run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev"]);
  run(process.execPath, ["--input-type=module", "-e", BUILD]);
  writeFileSync(MARK, "");
}

/** All roles of the previous release, ready for visitors. */
export async function startPrevious(options: InstanceOptions): Promise<PreviousInstance> {
  const { port = await freePort() } = options;
  const env = environmentOf(options, port);
  const started = start(process.execPath, ["server/bootstrap/start.mjs"], { cwd: FOLDER, env });
  const isUp = () => {
    if (started.hasEnded()) throw new Error(`The previous release did not start:\n${started.output()}`);
    return started.output().includes("is running at");
  };
  if (!(await until(isUp, START_TIMEOUT_MS)))
    throw new Error(`The previous release is not ready:\n${started.output()}`);
  return { ...started, url: `http://127.0.0.1:${port}` };
}

type Size = { clicks: number; links: number; days: number };

/** Links (see codeOf), their clicks and counts, as the previous release stores them. Migrates an empty database. */
export async function fillPrevious(databaseUrl: string, { clicks, links, days }: Size): Promise<void> {
  const sizes = ["--clicks", clicks, "--links", links, "--days", days].map(String);
  const args = ["--input-type=module", "-e", FILL, "--", "fill", "--database", databaseUrl, ...sizes];
  const filling = start(process.execPath, args, { cwd: FOLDER });
  await until(filling.hasEnded, 60 * 60_000, 100);
  if (!filling.output().includes("clicks in")) throw new Error(`The database was not filled:\n${filling.output()}`);
}
