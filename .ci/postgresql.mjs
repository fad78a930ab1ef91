import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const BINARIES = "/usr/lib/postgresql/15/bin";
/** Read by the package when it is installed. */
const SETTINGS = "/etc/postgresql-common/createcluster.d/hop-tests.conf";

/**
 * Postgres 15 with its tools for replication, which the embedded one lacks. Where it is missing, installs it as root on
 * Debian, without a server of its own. Otherwise the rows that need it are skipped.
 */
export function ensurePostgres() {
  if (findPostgres() || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  mkdirSync(path.dirname(SETTINGS), { recursive: true });
  writeFileSync(SETTINGS, "create_main_cluster = false\n");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const install = ["install", "-y", "--no-install-recommends", "postgresql-15"];
  process.stdout.write("Installing Postgres 15 … ");
  try {
    for (const args of [["update"], install]) execFileSync("apt-get", args, { env, stdio: "pipe" });
    process.stdout.write("done\n");
  } catch (error) {
    process.stdout.write(`failed: rows that need it are skipped (${error.message.split("\n")[0]})\n`);
  }
}

/**
 * The folder of its programs.
 *
 * @returns {string | undefined}
 */
export function findPostgres() {
  return existsSync(path.join(BINARIES, "pg_basebackup")) ? BINARIES : undefined;
}
