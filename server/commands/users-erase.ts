import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { AppError } from "@/lib/errors";
import { plural } from "@/lib/format";
import { type ErasableUser, type Erased, erasePersonalData, findErasableUser } from "@/lib/users/erase";
import { type Command, EXIT_FAILED, onDatabase, type Say } from "@/server/command";
import { reachDatabase } from "@/server/prepare";
import { StartError } from "@/server/processes/start-error";

const CONFIRMATION = "erase";

/** `hop users erase --email ann@example.com`: erases a user's personal data. Hop can keep running. */
export const eraseUser: Command = async ({ options }, say) => {
  const email = String(options.email);
  const erased = await onDatabase(reachDatabase, async (pool) => {
    try {
      const user = await findErasableUser(pool, email);
      const isConfirmed = options.yes === true || !user || (await confirm(user, options.json === true, say));
      return isConfirmed ? await erasePersonalData(pool, email) : undefined;
    } catch (error) {
      throw error instanceof AppError ? new StartError(`--email: ${error.message}.`) : error;
    }
  });
  if (erased) report(erased, say);
  else {
    say("Nothing was erased.");
    process.exitCode = EXIT_FAILED;
  }
  return erased ?? {};
};

async function confirm({ name, email, role, links }: ErasableUser, isJson: boolean, say: Say): Promise<boolean> {
  if (isJson || !process.stdin.isTTY) throw new StartError("Add --yes to confirm, or run this command in a terminal.");
  say(`This erases the personal data of ${name || "a user"} <${email}>, ${role}: name, address, sessions,`);
  say("group memberships, and their name and address in the audit log and in queued jobs.");
  say(`Their ${plural(links, "short link")} stay and keep redirecting. This cannot be undone.`);
  // Without raw mode, so that Ctrl-C still sends its signal.
  const terminal = createInterface({ input: process.stdin, output: process.stdout, terminal: false });
  try {
    // At the end of the input, the question is never answered.
    const closed = once(terminal, "close").then(() => "");
    const answer = await Promise.race([terminal.question(`Type "${CONFIRMATION}" to continue: `), closed]);
    return answer.trim() === CONFIRMATION;
  } finally {
    terminal.close();
  }
}

function report({ isUser, auditEntries, jobs, settings, names }: Erased, say: Say): void {
  say(isUser ? "The user was erased." : "No user has this address.");
  say(`Changed ${plural(auditEntries, "audit entry", "audit entries")}, deleted ${plural(jobs, "background job")}.`);
  if (settings.length > 0) say(`The address is still in these settings: ${settings.join(", ")}.`);
  if (names.length > 0) say(`The address is still in these texts: ${names.join(", ")}.`);
}
