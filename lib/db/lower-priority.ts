import { readFile, writeFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { queryRows, sql } from "@/lib/db/sql";
import { log } from "@/lib/log";

/** Linux lets ordinary users together change one group every 100 ms. */
const RETRY_MS = 150;
/** Enough for all connections of several roles that start at once. */
const MAX_ATTEMPTS = 100;

/** A Postgres process and its session. */
type Backend = { pid: number; user: string; database: string };

/**
 * Lowers the priority of a connection's Postgres process to `niceness` (nice(2)), if it runs on this machine and may be
 * changed, like the embedded one. The change may take effect after this returns.
 */
export async function lowerBackendPriority(client: pg.ClientBase, niceness: number): Promise<void> {
  const [backend] = await queryRows<Backend>(
    client,
    sql`SELECT pg_backend_pid() AS pid, session_user AS user, current_database() AS database`,
  );
  if (!backend) return;
  lowerPriority(backend, niceness).catch((error: unknown) =>
    log.debug({ err: error }, "priority of a connection not set"),
  );
}

/** This process's changes run one after another, since they would only take each other's turn. */
let last: Promise<void> = Promise.resolve();

/** Does nothing if the process with this id isn't that session's. */
export function lowerPriority(backend: Backend, niceness: number): Promise<void> {
  const lowered = last.then(() => lower(backend, niceness));
  last = lowered.catch(() => undefined);
  return lowered;
}

async function lower(backend: Backend, niceness: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    // Checked each time, since the connection may have been closed in the meantime.
    if (!(await isSession(backend))) return;
    try {
      setPriority(backend.pid, niceness);
      // Each process of Postgres may be a group, with as large a share of the processors as all of Hop (sched(7)).
      return await writeFile(`/proc/${backend.pid}/autogroup`, String(niceness));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || attempt === MAX_ATTEMPTS) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/** Whether this pid still belongs to the session: on another machine, or later, it is another process. */
async function isSession({ pid, user, database }: Backend): Promise<boolean> {
  const title = await readFile(`/proc/${pid}/cmdline`, "utf8");
  return title.startsWith("postgres: ") && title.includes(` ${user} ${database} `);
}
