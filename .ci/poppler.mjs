import { execFileSync } from "node:child_process";
import { runQuietly } from "../server/bootstrap/run.mjs";

/** Installs poppler, which draws PDFs for tests, as root on Debian. Elsewhere its `pdftoppm` must be in the PATH. */
export async function ensurePoppler() {
  if (isInstalled() || process.getuid?.() !== 0) return;
  const quiet = { DEBIAN_FRONTEND: "noninteractive" };
  await runQuietly("Updating the package lists", "apt-get", ["update"], quiet);
  const install = ["install", "-y", "--no-install-recommends", "poppler-utils"];
  await runQuietly("Installing poppler", "apt-get", install, quiet);
}

function isInstalled() {
  try {
    execFileSync("pdftoppm", ["-v"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
