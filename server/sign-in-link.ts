import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { LINK_LIFETIME_MINUTES } from "@/lib/auth/config";
import { createOperatorLink } from "@/lib/auth/operator-link";
import { isDatabaseUnavailable } from "@/lib/db/database-unavailable";
import { closePool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { authSecret } from "@/lib/secret";
import { onDatabase, runCommand } from "@/server/command";
import { reachDatabase } from "@/server/prepare";
import { StartError } from "@/server/role";

/** `npm run sign-in-link -- ann@example.com`: the way in when no mail arrives. Hop can keep running. */
await runCommand(async () => {
  const address = readAddress();
  assertSecret();
  await onDatabase(openAsOwn, async () => {
    try {
      const { email, link } = await createOperatorLink(address);
      process.stdout.write(
        `Open this link within ${LINK_LIFETIME_MINUTES} minutes to sign in as ${email}. It works once.\n${link}\n`,
      );
    } catch (error) {
      if (error instanceof AppError) throw new StartError(`${error.message}.`);
      throw isDatabaseUnavailable(error) ? new StartError("The database is unavailable.") : error;
    } finally {
      await closePool();
    }
  });
});

/** Makes this the database of the process, which creates the link as the worker does. */
async function openAsOwn(shutdown: AbortSignal) {
  const opened = await reachDatabase(shutdown);
  env().DATABASE_URL = opened.databaseUrl;
  return opened;
}

/** A link created with another secret than Hop's would not work, for no visible reason. */
function assertSecret(): void {
  const { AUTH_SECRET, DATA_DIR } = env();
  const file = path.resolve(DATA_DIR, "auth-secret");
  if (AUTH_SECRET === undefined && !existsSync(file)) {
    throw new StartError(
      `AUTH_SECRET is unset and there is no ${file}: run this with the variables that Hop runs with.`,
    );
  }
  try {
    authSecret();
  } catch (error) {
    throw new StartError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function readAddress(): string {
  try {
    const [address, ...more] = parseArgs({ args: process.argv.slice(3), allowPositionals: true }).positionals;
    if (address && more.length === 0) return address;
  } catch {
    // Not an address but an option.
  }
  throw new StartError("Usage: npm run sign-in-link -- ann@example.com");
}
