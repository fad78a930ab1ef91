import { execFileSync, spawn } from "node:child_process";
import { chownSync, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { collectOutput } from "./checks.mjs";

const POSTGRES = "/usr/lib/postgresql/15/bin";
/** Of Hop in the image. */
export const USER = 1000;
/** The storage driver that works everywhere copies the whole image for each container. */
export const CONTAINER_MS = 180_000;
/** Limits that a container may have inside of another. */
const RUN = [
  "--runtime",
  "runc",
  "run",
  "--network",
  "host",
  "--ulimit",
  "nofile=4096:4096",
  "--ulimit",
  "nproc=4096:4096",
];
const LOCKED_DOWN = ["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"];

export function podman(...args) {
  return execFileSync("podman", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/**
 * Starts a container on a read-only root without capabilities.
 *
 * @param {{ name: string, image?: string, args?: string[], variables?: Record<string, string>, volumes?: string[] }} options
 * @returns output so far, exit code once it has ended, and `stop`, which returns its exit code and seconds
 */
export function runContainer({ name, image = "localhost/hop", args = [], variables = {}, volumes = [] }) {
  const env = Object.entries(variables).flatMap(([key, value]) => ["-e", `${key}=${value}`]);
  const mounts = volumes.flatMap((volume) => ["-v", volume]);
  const child = spawn("podman", [...RUN, "--rm", "--name", name, ...LOCKED_DOWN, ...env, ...mounts, image, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collectOutput(child);
  const ended = new Promise((resolve) => child.once("close", resolve));
  return {
    name,
    output,
    ended,
    stop: async () => {
      const started = Date.now();
      podman("kill", "--signal", "TERM", name);
      const code = await ended;
      return { code, seconds: (Date.now() - started) / 1_000 };
    },
  };
}

/** A folder that belongs to a user, by default to Hop's. */
export function makeVolume(folder, owner = USER) {
  mkdirSync(folder, { recursive: true });
  chownSync(folder, owner, owner);
  return folder;
}

/** Debian's Postgres on a free loopback port. @returns a function that makes a database, and one that stops the server */
export async function startPostgres(folder) {
  const port = await freePort();
  const account = Number(execFileSync("id", ["-u", "postgres"], { encoding: "utf8" }));
  makeVolume(folder, account);
  const asUser = (program, ...args) =>
    execFileSync("setpriv", [`--reuid=${account}`, "--clear-groups", program, ...args], {
      cwd: "/",
      stdio: ["ignore", "ignore", "pipe"],
    });
  const cluster = path.join(folder, "cluster");
  asUser(`${POSTGRES}/initdb`, "-D", cluster, "-U", "hop", "-A", "trust", "--no-sync");
  const options = `-h 127.0.0.1 -p ${port} -k ${folder} -c fsync=off`;
  const control = (...args) => asUser(`${POSTGRES}/pg_ctl`, "-D", cluster, "-w", "-l", `${folder}/log`, ...args);
  control("start", "-o", options);
  return {
    createDatabase(name) {
      execFileSync(`${POSTGRES}/createdb`, ["-h", "127.0.0.1", "-p", String(port), "-U", "hop", name]);
      return `postgresql://hop@127.0.0.1:${port}/${name}`;
    },
    stop: () => control("stop", "-m", "fast"),
  };
}

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
