import { deleteClicksByAddress } from "@/lib/clicks/delete-by-address";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { plural } from "@/lib/format";
import { type Command, onDatabase } from "@/server/command";
import { reachDatabase } from "@/server/prepare";
import { StartError } from "@/server/role";

/** `hop clicks delete --address 203.0.113.7`: deletes a visitor's clicks at their request. Hop can keep running. */
export const deleteClicks: Command = async ({ options }, say) => {
  const deleted = await onDatabase(reachDatabase, async (pool) => {
    try {
      return await deleteClicksByAddress(pool, String(options.address));
    } catch (error) {
      throw error instanceof AppError ? new StartError(`--address: ${error.message}.`) : error;
    }
  });
  const { IP_MODE } = env();
  say(`${plural(deleted, "click")} deleted.`);
  if (IP_MODE !== "full") say(`Clicks stored with IP_MODE=${IP_MODE} can't be found by address.`);
  return { deleted, ipMode: IP_MODE };
};
