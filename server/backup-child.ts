import { setPriority } from "node:os";
import { makeDueBackup } from "@/lib/backup-schedule/make";
import { closePool, pool } from "@/lib/db/pool";
import { log } from "@/lib/log";

// Makes the due backup for its parent (lib/backup-schedule/run.ts), and exits.

/** Lower priority than visitors and the drain. */
const NICENESS = 10;
/** Timeout of stopping after its parent is gone, which would kill it sooner. */
const STOP_TIMEOUT_MS = 7_000;
/** Timeout of closing connections, unless it is being stopped. */
const END_TIMEOUT_MS = 30_000;

const stopping = new AbortController();
// Its parent stops it, or is gone.
process.on("disconnect", stop);
process.on("SIGTERM", stop);
process.on("SIGINT", () => undefined);
process.on("SIGHUP", () => undefined);
if (!process.connected) stop();

try {
  setPriority(NICENESS);
  await makeDueBackup(pool(), stopping.signal);
} catch (error) {
  log.error({ err: error }, "backup failed; retrying");
} finally {
  killAfter(END_TIMEOUT_MS);
  await closePool();
  if (process.connected) process.disconnect();
}

function stop(): void {
  stopping.abort();
  killAfter(STOP_TIMEOUT_MS);
}

/** Kills this process after a timeout: it can't exit while a thread waits for a hanging disk. */
function killAfter(timeoutMs: number): void {
  setTimeout(() => process.kill(process.pid, "SIGKILL"), timeoutMs).unref();
}
