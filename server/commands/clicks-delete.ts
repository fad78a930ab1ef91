import type pg from "pg";
import { deleteClicksByAddress } from "@/lib/clicks/delete-by-address";
import { removeStoredSegments } from "@/lib/clicks/remove-segment";
import { spoolFolder } from "@/lib/clicks/spool";
import { isDatabaseUnavailable } from "@/lib/database-unavailable";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { plural } from "@/lib/format";
import { type Command, onDatabase } from "@/server/command";
import { reachDatabase } from "@/server/prepare";
import { StartError } from "@/server/processes/start-error";

/**
 * `hop clicks delete --address 203.0.113.7`: deletes a visitor's clicks at their request, and the files of this
 * machine's spool from which they were stored. Hop can keep running.
 */
export const deleteClicks: Command = async ({ options }, say) => {
  const { deleted, problem } = await onDatabase(reachDatabase, async (pool) => ({
    deleted: await deleteFromDatabase(pool, String(options.address)),
    problem: await removeFromSpool(pool),
  }));
  const { IP_MODE } = env();
  say(`${plural(deleted, "click")} deleted.`);
  if (problem) say(problem);
  if (IP_MODE !== "full") say(`Clicks stored with IP_MODE=${IP_MODE} can't be found by address.`);
  return { deleted, ipMode: IP_MODE, ...(problem && { problem }) };
};

async function deleteFromDatabase(pool: pg.Pool, address: string): Promise<number> {
  try {
    return await deleteClicksByAddress(pool, address);
  } catch (error) {
    throw error instanceof AppError ? new StartError(`--address: ${error.message}.`) : error;
  }
}

/** @returns a message if this user may not change the spool */
async function removeFromSpool(pool: pg.Pool): Promise<string | undefined> {
  const folder = spoolFolder(env().DATA_DIR);
  try {
    await removeStoredSegments(pool, folder);
    return undefined;
  } catch (error) {
    const { syscall, code } = error as NodeJS.ErrnoException;
    if (syscall === undefined || isDatabaseUnavailable(error)) throw error;
    return `Stored clicks stay in ${folder} for up to an hour: it can't be changed (${code}).`;
  }
}
