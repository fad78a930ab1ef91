// Finds a running Hop before anything is built. Needs neither packages nor a build.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { parseEnv } from "node:util";
import { jsonLine } from "./output.mjs";

const FATAL = 60;

/** Exits if a Hop runs from this folder: it loads packages, bundles and pages when they are needed. */
export function refuseBesideHop() {
  const holder = findHolder();
  if (!holder || (holder.folder && holder.folder !== process.cwd())) return;
  const remedy = "stop it first, or build in another checkout, for example with npm run build -- FOLDER";
  refuse(`Hop is running from this folder (process ${holder.pid}). A build here would break it: ${remedy}.`);
}

/**
 * Exits if a start would fail anyway, once it has built.
 *
 * @param {string | undefined} role
 */
export async function refuseSecondStart(role) {
  const holder = role === undefined && findHolder();
  if (holder) refuse(`DATA_DIR: ${dataDir()} is already in use by another Hop (process ${holder.pid}).`);
  const port = Number(setting("PORT") || 3000);
  if ((role === undefined || role === "front") && (await isPortTaken(port, setting("HOST") || "0.0.0.0")))
    refuse(`Port ${port} is already in use: set PORT to another.`);
}

/**
 * The process that holds DATA_DIR (server/data-dir-lock.ts), and the folder from which it runs, if that is known.
 *
 * @returns {{ pid: number, folder: string } | undefined}
 */
export function findHolder() {
  const [pid, mark, ...folder] = read(path.join(dataDir(), "hop.pid")).trim().split(" ");
  if (!(Number(pid) > 0) || !isRunning(Number(pid), mark)) return undefined;
  return { pid: Number(pid), folder: folder.join(" ") };
}

function dataDir() {
  return path.resolve(setting("DATA_DIR") || ".data");
}

/** Read without loading .env: a build doesn't get its variables. */
function setting(name) {
  return process.env[name] ?? parseEnv(read(".env"))[name];
}

/** As isProcessAlive and processMark in lib/process.ts. */
function isRunning(pid, mark) {
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

/** Other errors are for the start to report. */
function isPortTaken(port, host) {
  return new Promise((resolve) => {
    const probe = createServer().once("error", ({ code }) => resolve(code === "EADDRINUSE"));
    try {
      probe.listen(port, host, () => probe.close(() => resolve(false)));
    } catch {
      resolve(false);
    }
  });
}

function read(file) {
  try {
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  } catch {
    return "";
  }
}

function refuse(message) {
  process.stderr.write(process.env.LOG_FORMAT === "json" ? jsonLine(FATAL, message) : `${message}\n`);
  process.exit(1);
}
