import { hostname } from "node:os";
import { pool } from "@/lib/db/pool";
import { createRateLimiter } from "@/lib/db/rate-limiter";
import { env } from "@/lib/env";
import { readBackupState } from "@/lib/schedule/queries";
import { queueAlert } from "@/lib/users/mail-alert";
import { BACKUPS, checkBackupAge } from "@/server/doctor/backup-age";
import type { Check } from "@/server/doctor/check";
import { checkDisk } from "@/server/doctor/disk";

const DAY_IN_SECONDS = 24 * 60 * 60;

/** One mail a day about each problem, and about the backups of all machines. */
const mailed = createRateLimiter("alert", DAY_IN_SECONDS);
const keyOf = (name: string) => (name === BACKUPS ? name : `${name} ${hostname()}`);

/**
 * Returns a function that mails the administrators about a full disk and failing backups, which `hop doctor` shows too,
 * but nobody looks at while all goes well. A problem counts once it was found twice in a row: most solve themselves.
 */
export function createAlerts(findProblems = findOperatorProblems): () => Promise<void> {
  let known = new Set<string>();
  return async () => {
    if (env().ALERT_MAILS === "off") return;
    const found = await findProblems();
    const lasting = found.filter(({ name }) => known.has(name));
    known = new Set(found.map(({ name }) => name));
    for (const { name, message, remedy = "" } of lasting) {
      if ((await mailed.count(keyOf(name), 1)).isOver) continue;
      await queueAlert({ machine: hostname(), problem: { name, message, remedy } });
    }
  };
}

async function findOperatorProblems(): Promise<Check[]> {
  const backups = await readBackupState(pool());
  // A first backup may still be running.
  const isExpected = backups.address !== null && (backups.last !== null || backups.failure !== null);
  return [checkDisk(), ...(isExpected ? [checkBackupAge(backups)] : [])].filter(({ status }) => status !== "ok");
}
