import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const MEMORY = "/dev/shm";
/** Five times what the tests store at a time. */
const MIN_FREE_BYTES = 4 * 1024 ** 3;

/**
 * Creates a folder that is removed when the process exits. If there is room, it is in memory, and the tests keep their
 * files in it: on ext4, creating a database takes up to five times as long once many have been dropped, since inodes
 * that were deleted minutes ago are not reused.
 *
 * @returns {string} its path
 */
export function makeTemporaryFolder() {
  const isInMemory = isRoomy();
  const folder = mkdtempSync(path.join(isInMemory ? MEMORY : tmpdir(), "hop-tests-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  if (isInMemory) {
    // As /tmp, since Postgres and apt run as other users.
    chmodSync(folder, 0o1777);
    process.env.TMPDIR = folder;
  }
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
