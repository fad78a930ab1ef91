import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { runQuietly } from "../server/bootstrap/run.mjs";

/** Finds zbarimg, with which tests of QR designs check what the proof accepts, or installs it as root on Debian. */
export async function ensureZbar() {
  if (hasZbar()) return;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    process.stderr.write("zbarimg is missing, so tests of QR designs will fail: install the package zbar-tools.\n");
    return;
  }
  const quiet = { DEBIAN_FRONTEND: "noninteractive" };
  await runQuietly("Updating the package lists", "apt-get", ["update"], quiet);
  await runQuietly("Installing zbar", "apt-get", ["install", "-y", "--no-install-recommends", "zbar-tools"], quiet);
}

function hasZbar() {
  return spawnSync("zbarimg", ["--version"], { stdio: "ignore" }).status === 0;
}
