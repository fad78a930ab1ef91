import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const MEMORY = "/dev/shm";
/** More than twice what the tests store at a time. */
const MIN_FREE_BYTES = 4 * 1024 ** 3;

/**
 * Creates a folder for the files of all tests, which is removed when the process exits. It is in memory if there is
 * room: on ext4, creating databases takes five times as long once many have been dropped, since inodes that were
 * deleted minutes ago are not reused.
 *
 * @returns {string} its path
 */
export function makeTemporaryFolder() {
  const folder = mkdtempSync(path.join(isRoomy() ? MEMORY : tmpdir(), "hop-tests-"));
  // As /tmp, since Postgres and apt run as other users.
  chmodSync(folder, 0o1777);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  return folder;
}

/** Tests also run programs that they write. */
function isRoomy() {
  try {
    const mount = readFileSync("/proc/self/mounts", "utf8")
      .split("\n")
      .map((line) => line.split(" "))
      .findLast(([, target]) => target === MEMORY);
    const { bavail, bsize } = statfsSync(MEMORY);
    return mount?.[2] === "tmpfs" && !mount[3].split(",").includes("noexec") && bavail * bsize >= MIN_FREE_BYTES;
  } catch {
    return false;
  }
}
