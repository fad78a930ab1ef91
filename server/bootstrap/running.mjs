// Finds a running Hop before anything is built. Needs neither packages nor a build.
import { lookup } from "node:dns/promises";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { parseEnvFile } from "./env-file.mjs";
import { fail } from "./output.mjs";

/** Remedy if a Hop runs from this folder. */
export const REMEDY_BESIDE_HOP = "build in another checkout and run hop reload there, or stop Hop first";

/** RFC 863. */
const DISCARD_PORT = 9;
const BIND_MS = 1_000;

/** The line with the holder's PID namespace, among folders. */
export const NAMESPACE = /^pid:\[\d+\]$/;

/** Exits if a Hop runs from this folder, since it loads packages, bundles and pages on demand. */
export function refuseBesideHop() {
  const pid = runsFromHere() ? findHolder().pid : findRole();
  if (pid) fail(`Hop is running from this folder (process ${pid}). A build here would break it: ${REMEDY_BESIDE_HOP}.`);
}

/**
 * The process of a Hop whose DATA_DIR is not set here, such as one that only systemd knows. Only found on Linux.
 *
 * @returns {string | undefined}
 */
function findRole() {
  const bundles = path.resolve("dist/server") + path.sep;
  const pids = existsSync("/proc/self") ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : [];
  return pids.find((pid) => {
    const [program, ...args] = read(`/proc/${pid}/cmdline`).split("\0");
    // Not an editor, for example.
    return path.basename(program) === "node" && args.some((argument) => argument.startsWith(bundles));
  });
}

/** Exits unless a Hop runs on DATA_DIR, and this user can tell. */
export function requireHop() {
  try {
    statSync(path.join(dataDir(), "hop.pid"));
  } catch ({ code }) {
    const who = "Run this as the user that Hop runs as, or as root.";
    if (code === "EACCES") fail(`DATA_DIR: ${dataDir()} cannot be entered. ${who}`);
  }
  if (!findHolder()) fail(notRunningMessage(dataDir()));
}

/** @param {string} dataDir */
export function notRunningMessage(dataDir) {
  return `DATA_DIR: no Hop runs on ${dataDir}. Start it with hop start; to replace a role that runs alone, start a second one, then stop the first.`;
}

/** Whether the Hop that holds DATA_DIR loads files from this folder, or that is unknown. */
export function runsFromHere() {
  const holder = findHolder();
  return holder !== undefined && (holder.folders.length === 0 || holder.folders.includes(process.cwd()));
}

/**
 * Exits early if a start would fail after building.
 *
 * @param {string | undefined} role
 */
export async function refuseSecondStart(role) {
  const holder = role === undefined && findHolder();
  if (holder) fail(`DATA_DIR: ${dataDir()} is already in use by another Hop (process ${holder.pid}).`);
  const port = Number(setting("PORT") || 3000);
  if (role !== undefined && role !== "front") return;
  // The start reports other errors.
  if ((await findBindError(port, setting("HOST") || "0.0.0.0")) === "EADDRINUSE")
    fail(`Port ${port} is already in use: set PORT to another.`);
}

function findHolder() {
  return holderOf(read(path.join(dataDir(), "hop.pid")));
}

/**
 * The process that holds a lock of DATA_DIR (server/data-dir/lock.ts) and is running, and the folders from which it
 * runs, if they are known: two after a reload of another build.
 *
 * @param {string} content of the lock
 * @returns {{ pid: number, folders: string[] } | undefined}
 */
export function holderOf(content) {
  const [first, ...others] = content.trim().split("\n");
  const [pid, mark, ...folder] = first.split(" ");
  if (!(Number(pid) > 0) || !isRunning(Number(pid), mark)) return undefined;
  return { pid: Number(pid), folders: [folder.join(" "), ...others].filter((one) => one && !NAMESPACE.test(one)) };
}

function dataDir() {
  return path.resolve(setting("DATA_DIR") || ".data");
}

/** Read without loading .env: a build doesn't get its variables. */
function setting(name) {
  return process.env[name] ?? parseEnvFile(readBytes(".env"))[name];
}

/**
 * Whether the process is running that left its pid and mark, if it had one (processMark in lib/process.ts).
 *
 * @param {number} pid
 * @param {string | undefined} mark
 */
export function isRunning(pid, mark) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  const fields = read(`/proc/${pid}/stat`).split(") ").at(-1).split(" ");
  if (["Z", "X"].includes(fields[0])) return false;
  const boot = read("/proc/sys/kernel/random/boot_id").trim();
  return !mark || !fields[19] || !boot ? pid !== process.pid : mark === `${boot}/${fields[19]}`;
}

/**
 * Tries to bind a port without listening: the system would establish connections of visitors who retry during a start,
 * and reset them when the trial ends.
 *
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>} the error's code if a server can't listen there
 */
export async function findBindError(port, host) {
  try {
    const { address } = await lookup(host);
    // Binds before it connects to a port where it need not reach anyone.
    const probe = connect({ host: address, port: DISCARD_PORT, localAddress: address, localPort: port });
    return await new Promise((resolve) => {
      probe.setTimeout(BIND_MS, resolve).once("connect", resolve);
      probe.once("error", ({ code, syscall }) => resolve(syscall === "connect" ? undefined : code));
    }).finally(() => probe.destroy());
  } catch ({ code }) {
    return code;
  }
}

/**
 * Empty if there is no such file.
 *
 * @param {string} file
 */
export function read(file) {
  return readBytes(file).toString("utf8");
}

function readBytes(file) {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}
