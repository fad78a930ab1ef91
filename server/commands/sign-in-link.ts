import { existsSync } from "node:fs";
import path from "node:path";
import { LINK_LIFETIME_MINUTES } from "@/lib/auth/config";
import { createOperatorLink } from "@/lib/auth/operator-link";
import { closePool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { authSecret } from "@/lib/secret";
import { type Command, onDatabase } from "@/server/command";
import { reachDatabase } from "@/server/prepare";
import { StartError } from "@/server/processes/start-error";

/** `hop sign-in-link ann@example.com`: lets a user sign in when no mail arrives. Hop can keep running. */
export const printSignInLink: Command = async ({ positionals: [address = ""] }, say) => {
  assertSecret();
  const created = await onDatabase(openAsOwn, async () => {
    try {
      return await createOperatorLink(address);
    } finally {
      await closePool();
    }
  });
  say(`Open this link within ${LINK_LIFETIME_MINUTES} minutes to sign in as ${created.email}. It works once.`);
  say(created.link);
  return { ...created, minutes: LINK_LIFETIME_MINUTES };
};

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
