import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";

/** The scripts of Debian's packages ask it whether services may be started (policy-rc.d). */
const POLICY = "/usr/sbin/policy-rc.d";
const PATHS = [...(process.env.PATH ?? "").split(":"), "/usr/bin", "/usr/sbin", "/usr/lib/postgresql/15/bin"];

/**
 * Installs Debian packages that are missing, without starting their services.
 *
 * @param programs by package
 * @returns why some are missing; undefined if none is
 */
export function installPackages(programs: Record<string, string>): string | undefined {
  const missing = Object.keys(programs).filter((name) => !pathOf(programs[name] ?? ""));
  if (missing.length === 0) return undefined;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return `needs the packages ${missing.join(", ")}`;
  const isOurs = !existsSync(POLICY);
  if (isOurs) writeFileSync(POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update"], { env });
    const { status } = spawnSync("apt-get", ["install", "-y", "--no-install-recommends", ...missing], { env });
    return status === 0 ? undefined : `cannot install ${missing.join(", ")}`;
  } finally {
    if (isOurs) rmSync(POLICY, { force: true });
  }
}

function pathOf(program: string): string | undefined {
  return PATHS.map((folder) => `${folder}/${program}`).find(existsSync);
}
