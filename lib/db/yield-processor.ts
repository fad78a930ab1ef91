import { readFile, writeFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { queryRows, sql } from "@/lib/db/sql";
import { log } from "@/lib/log";

/** Linux lets an ordinary user change one group every 100 ms. */
const RETRY_MS = 150;
const MAX_ATTEMPTS = 10;

/** A Postgres process and whose session it has. */
export type Backend = { pid: number; user: string; database: string };

/**
 * Lowers the priority of a connection's Postgres process to `niceness` (nice(2)), if it runs on this machine and may be
 * changed, as the embedded one. The process may be lowered after this returns.
 */
export async function yieldProcessor(client: pg.ClientBase, niceness: number): Promise<void> {
  const [backend] = await queryRows<Backend>(
    client,
    sql`SELECT pg_backend_pid() AS pid, session_user AS user, current_database() AS database`,
  );
  if (!backend) return;
  lowerPriority(backend, niceness).catch((error: unknown) =>
    log.debug({ err: error }, "priority of a connection not set"),
  );
}

/** Does nothing if the process with this id isn't that session's. */
export async function lowerPriority({ pid, user, database }: Backend, niceness: number): Promise<void> {
  // Elsewhere, this pid is somebody else's.
  const title = await readFile(`/proc/${pid}/cmdline`, "utf8");
  if (!title.startsWith("postgres: ") || !title.includes(` ${user} ${database} `)) return;
  setPriority(pid, niceness);
  await lowerGroup(`/proc/${pid}/autogroup`, niceness);
}

/** Each process of Postgres may be a group, with as large a share of the processors as all of Hop (sched(7)). */
async function lowerGroup(file: string, niceness: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeFile(file, String(niceness));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || attempt === MAX_ATTEMPTS) throw error;
      await sleep(RETRY_MS);
    }
  }
}
