import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { atEnd } from "@/bench/harness/clean-up";
import { type Database, openPool, run, scratchFolder } from "@/bench/harness/database";
import { succeeds, until } from "@/bench/harness/processes";
import { withDatabase } from "@/lib/db/testing/databases";
import { findIdentity, giveTo, spawnAs } from "@/server/unprivileged";

const INSTALLED = "/usr/lib/postgresql/15/bin";
const FOLDER = path.resolve("dist/postgresql-15");
const START_TIMEOUT_MS = 60_000;

/** Folder of the programs of Debian's postgresql-15, installed or unpacked from its package without its service. */
function findPostgres15(): string | undefined {
  const unpacked = path.join(FOLDER, INSTALLED);
  const find = () => [INSTALLED, unpacked].find((folder) => existsSync(path.join(folder, "postgres")));
  if (find() || !existsSync("/usr/bin/apt-get")) return find();
  mkdirSync(FOLDER, { recursive: true });
  try {
    execFileSync("apt-get", ["download", "postgresql-15"], { cwd: FOLDER, stdio: "ignore" });
    const [file = ""] = readdirSync(FOLDER).filter((name) => name.endsWith(".deb"));
    execFileSync("dpkg", ["-x", path.join(FOLDER, file), FOLDER]);
  } catch {
    rmSync(FOLDER, { recursive: true, force: true });
  }
  return find();
}

/** An empty database on Postgres 15, owned by a user who is not a superuser; undefined where it is missing. */
export async function startPostgres15(): Promise<Database | undefined> {
  const programs = findPostgres15();
  if (!programs) return undefined;
  const folder = scratchFolder();
  const cluster = path.join(folder, "cluster");
  const program = path.join(programs, "postgres");
  const identity = findIdentity(cluster, program);
  if (!identity) return undefined;
  mkdirSync(cluster, { mode: 0o700 });
  giveTo(identity, cluster);
  giveTo(identity, folder);
  const initdb = spawnAs(
    identity,
    path.join(programs, "initdb"),
    [`--pgdata=${cluster}`, "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"],
    { stdio: "ignore" },
  );
  await new Promise((resolve) => initdb.once("exit", resolve));
  const server = spawnAs(identity, program, ["-D", cluster, "-k", folder, "-c", "listen_addresses="], {
    stdio: "ignore",
  });
  atEnd(() => server.kill("SIGINT") && until(() => server.exitCode !== null, START_TIMEOUT_MS));
  const superuser = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  const isUp = () => succeeds(run(superuser, "SELECT 1"));
  if (!(await until(isUp, START_TIMEOUT_MS, 50))) throw new Error("Postgres 15 did not start");
  await run(superuser, "CREATE ROLE hop LOGIN");
  await run(superuser, "CREATE DATABASE hop OWNER hop");
  const superuserUrl = withDatabase(superuser, "hop");
  return { url: superuserUrl.replace("//postgres@", "//hop@"), superuserUrl, pool: openPool(superuserUrl) };
}
