import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { LINK_LIFETIME_MINUTES } from "@/lib/auth/config";
import { createOperatorLink } from "@/lib/auth/operator-link";
import { authSecret } from "@/lib/auth/secret";
import { isDatabaseAway } from "@/lib/db/database-away";
import { closePool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { onDatabase, runCommand } from "@/server/command";
import { reachDatabase } from "@/server/prepare";
import { StartError } from "@/server/role";

/** `npm run sign-in-link -- ann@example.com`: the way in when no mail arrives. Hop may run. */
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
      throw isDatabaseAway(error) ? new StartError("The database does not answer.") : error;
    } finally {
      await closePool();
    }
  });
});

/** The database as that of this process, which makes the link as the worker does. */
async function openAsOwn(ending: AbortSignal) {
  const opened = await reachDatabase(ending);
  env().DATABASE_URL = opened.databaseUrl;
  return opened;
}

/** A link under another secret than Hop's would not work, and nobody could tell why. */
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
    // An option.
  }
  throw new StartError("Say for whom: npm run sign-in-link -- ann@example.com");
}
