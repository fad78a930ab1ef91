import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { foreignEnvironment } from "@/server/processes/role-environment";

/** Runs Postgres, which refuses to run as root. */
export type Identity = { kind: "self" } | { kind: "namespace" } | { kind: "account"; uid: number; gid: number };

const NAMESPACE = ["--user", "--map-user=1000", "--map-group=1000", "--"];

/**
 * Finds an identity that can run `program` on `folder`, which need not exist yet, unlike the folder above it.
 *
 * An ordinary user stays the same. Root enters a user namespace in which it is another user: the files still belong to
 * root, and no account is created. Where the kernel forbids that, as in most containers, it becomes the folder's owner,
 * `postgres` or `nobody`.
 *
 * @returns undefined when root has no such identity
 */
export function findIdentity(folder: string, program: string): Identity | undefined {
  if (process.getuid?.() !== 0) return { kind: "self" };
  const owner = existsSync(folder) ? statSync(folder) : undefined;
  const env = foreignEnvironment(process.env);

  if (!owner || owner.uid === 0) {
    const trial = spawnSync("unshare", [...NAMESPACE, program, "--version"], { env });
    if (trial.status === 0) return { kind: "namespace" };
    // It was made in a namespace, by a user who is root outside of it.
    if (owner) return undefined;
  }
  const account = owner ? { uid: owner.uid, gid: owner.gid } : findAccount(["postgres", "nobody"]);
  if (!account) return undefined;
  const succeeds = (name: string, args: string[]) => spawnSync(name, args, { ...account, env, cwd: "/" }).status === 0;
  const isFit =
    succeeds(program, ["--version"]) && succeeds("/bin/sh", ["-c", '[ -x "$1" ]', "sh", path.dirname(folder)]);
  return isFit ? { kind: "account", ...account } : undefined;
}

/** Starts a program with that identity and without this process's secrets. */
export function spawnAs(identity: Identity, program: string, args: string[], given: SpawnOptions): ChildProcess {
  const options = { ...given, env: foreignEnvironment(process.env) };
  if (identity.kind === "namespace") return spawn("unshare", [...NAMESPACE, program, ...args], options);
  if (identity.kind === "self") return spawn(program, args, options);
  return spawn(program, args, { ...options, uid: identity.uid, gid: identity.gid, cwd: "/" });
}

/** Makes the identity the owner of a folder or file that this process created. */
export function giveTo(identity: Identity, file: string): void {
  if (identity.kind === "account") chownSync(file, identity.uid, identity.gid);
}

function findAccount(names: string[]): { uid: number; gid: number } | undefined {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of names) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}
