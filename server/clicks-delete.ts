import { parseArgs } from "node:util";
import { deleteClicksByAddress } from "@/lib/clicks/delete-by-address";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { plural } from "@/lib/format";
import { onDatabase, runCommand } from "@/server/command";
import { reachDatabase } from "@/server/prepare";
import { StartError } from "@/server/role";

/** `npm run clicks:delete -- --address 203.0.113.7`: deletes the clicks of a visitor who asks for that. Hop can keep running. */
await runCommand(async () => {
  const address = readAddress();
  await onDatabase(reachDatabase, async (pool) => {
    try {
      const deleted = await deleteClicksByAddress(pool, address);
      process.stdout.write(`${plural(deleted, "click")} deleted.\n`);
    } catch (error) {
      throw error instanceof AppError ? new StartError(`--address: ${error.message}.`) : error;
    }
  });
  if (env().IP_MODE !== "full") {
    process.stdout.write(`Clicks stored with IP_MODE=${env().IP_MODE} can't be found by address.\n`);
  }
});

function readAddress(): string {
  try {
    const { values } = parseArgs({ args: process.argv.slice(3), options: { address: { type: "string" } } });
    if (values.address) return values.address;
  } catch {
    // Another option, or a missing value.
  }
  throw new StartError("Usage: npm run clicks:delete -- --address 203.0.113.7");
}
