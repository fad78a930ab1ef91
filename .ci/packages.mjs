import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
/** The programs of Debian's Postgres 15, with its tools for replication, which the embedded one lacks. */
export const POSTGRES_15 = "/usr/lib/postgresql/15/bin";
/** Debian's packages ask it whether to start their services (policy-rc.d). */
const POLICY = "/usr/sbin/policy-rc.d";
/** Read by Debian's Postgres when it is installed. */
const NO_CLUSTER = "/etc/postgresql-common/createcluster.d/hop-tests.conf";
/** Without a network, fails within seconds. */
const LIMITS = ["-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=10", "-o", "Acquire::https::Timeout=10"];

// Debian's place for servers, which only root has in its PATH.
process.env.PATH = `${process.env.PATH}:/usr/sbin`;

const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/** Debian packages with programs that tests and benches run, and whether these are there. */
const PACKAGES = {
  "poppler-utils": () => hasProgram("pdftoppm"),
  "zbar-tools": () => hasProgram("zbarimg"),
  wrk: () => hasProgram("wrk"),
  haproxy: () => hasProgram("haproxy"),
  "nginx-light": () => hasProgram("nginx"),
  caddy: () => hasProgram("caddy"),
  systemd: () => hasProgram("systemd-analyze"),
  openssl: () => hasProgram("openssl"),
  buildah: () => hasProgram("buildah"),
  podman: () => hasProgram("podman"),
  runc: () => hasProgram("runc"),
  debootstrap: () => hasProgram("debootstrap"),
  patroni: () => hasProgram("patroni"),
  "etcd-server": () => hasProgram("etcd"),
  "postgresql-15": () => existsSync(`${POSTGRES_15}/pg_basebackup`),
  // Needs a third less CPU time than the whole browser, which does too (chromium.mjs).
  "chromium-headless-shell": () =>
    !canInstall || [process.env.CHROMIUM_PATH, HEADLESS_SHELL].some((file) => file && existsSync(file)),
};

/** Those that would start services. */
const SERVICES = ["haproxy", "nginx-light", "caddy", "patroni", "etcd-server", "postgresql-15"];

/**
 * Installs packages that are missing, as root on Debian, without starting their services. Elsewhere, and if that fails,
 * the tests that need them fail, and rows of benches are skipped.
 *
 * @param {(keyof typeof PACKAGES)[]} names
 * @returns {Promise<string | undefined>} why some are missing; undefined if none is
 */
export async function ensurePackages(...names) {
  const missing = names.filter((name) => !PACKAGES[name]());
  const list = missing.join(", ");
  if (missing.length === 0) return undefined;
  if (!canInstall) {
    process.stderr.write(`Missing packages: ${list}\n`);
    return `needs the packages ${list} (install them, or run as root on Debian)`;
  }
  return (await report(`Installing ${list}`, () => install(missing))) ? undefined : `cannot install ${list}`;
}

async function install(packages) {
  const isOurs = packages.some((name) => SERVICES.includes(name)) && !existsSync(POLICY);
  if (isOurs) writeFileSync(POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  if (packages.includes("postgresql-15")) {
    mkdirSync(path.dirname(NO_CLUSTER), { recursive: true });
    writeFileSync(NO_CLUSTER, "create_main_cluster = false\n");
  }
  try {
    await aptGet(["install", "-y", "--no-install-recommends", "--no-remove", ...packages]);
  } finally {
    if (isOurs) rmSync(POLICY, { force: true });
  }
}

/** Runs something that tests can do without, and prints how it ended. Resolves with whether it succeeded. */
export async function report(what, run) {
  const began = Date.now();
  try {
    await run();
  } catch (error) {
    process.stdout.write(`${what} … failed: ${error.message.trim().split("\n").at(-1)}\n`);
    return false;
  }
  process.stdout.write(`${what} … ${((Date.now() - began) / 1_000).toFixed(0)} s\n`);
  return true;
}

let updated;

/** Runs apt-get with current package lists. apt-get runs once at a time, so callers wait for each other. */
export async function aptGet(args, cwd = ".") {
  const run = (...command) =>
    promisify(execFile)("apt-get", [...LIMITS, ...command], {
      cwd,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  // Lists that can't be updated may do.
  updated ??= run("update").catch(() => undefined);
  await updated;
  await run(...args);
}

function hasProgram(name) {
  return spawnSync(name, ["--version"], { stdio: "ignore" }).error === undefined;
}
