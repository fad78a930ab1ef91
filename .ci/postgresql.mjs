import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { aptGet, canInstall, report } from "./packages.mjs";

const BINARIES = "/usr/lib/postgresql/15/bin";
/** Read by the package when it is installed. */
const SETTINGS = "/etc/postgresql-common/createcluster.d/hop-tests.conf";

/**
 * Postgres 15 with its tools for replication, which the embedded one lacks. Where it is missing, installs it as root on
 * Debian, without a server of its own. Otherwise the rows that need it are skipped.
 */
export async function ensurePostgres() {
  if (findPostgres() || !canInstall) return;
  mkdirSync(path.dirname(SETTINGS), { recursive: true });
  writeFileSync(SETTINGS, "create_main_cluster = false\n");
  await report("Installing Postgres 15", () => aptGet(["install", "-y", "--no-install-recommends", "postgresql-15"]));
}

/**
 * The folder of its programs.
 *
 * @returns {string | undefined}
 */
export function findPostgres() {
  return existsSync(path.join(BINARIES, "pg_basebackup")) ? BINARIES : undefined;
}
