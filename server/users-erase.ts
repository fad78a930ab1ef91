import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { AppError } from "@/lib/errors";
import { plural } from "@/lib/format";
import { type ErasableUser, type Erased, erasePersonalData, findErasableUser } from "@/lib/users/erase";
import { onDatabase, runCommand } from "@/server/command";
import { reachDatabase } from "@/server/prepare";
import { StartError } from "@/server/role";

const USAGE = "Usage: npm run users:erase -- --email ann@example.com (--yes skips the question)";
const CONFIRMATION = "erase";

/** `npm run users:erase -- --email ann@example.com`: erases a user's personal data. Hop can keep running. */
await runCommand(async () => {
  const { email, isConfirmed } = readOptions();
  await onDatabase(reachDatabase, async (pool) => {
    try {
      const user = await findErasableUser(pool, email);
      if (user && !isConfirmed && !(await confirm(user))) {
        say("Nothing was erased.");
        return;
      }
      report(await erasePersonalData(pool, email));
    } catch (error) {
      throw error instanceof AppError ? new StartError(`--email: ${error.message}.`) : error;
    }
  });
});

function readOptions(): { email: string; isConfirmed: boolean } {
  const options = { email: { type: "string" }, yes: { type: "boolean", default: false } } as const;
  try {
    const { values } = parseArgs({ args: process.argv.slice(3), options });
    if (values.email) return { email: values.email, isConfirmed: values.yes };
  } catch {
    // Another option, or a missing value.
  }
  throw new StartError(USAGE);
}

async function confirm({ name, email, role, links }: ErasableUser): Promise<boolean> {
  if (!process.stdin.isTTY) throw new StartError("Add --yes to confirm, or run this command in a terminal.");
  say(`This erases the personal data of ${name || "a user"} <${email}>, ${role}: name, address, sessions,`);
  say("group memberships, and their name and address in the audit log and in queued jobs.");
  say(`${plural(links, "short link")} of theirs stay and keep redirecting. This cannot be undone.`);
  // Without raw mode, so that Ctrl-C still sends its signal.
  const terminal = createInterface({ input: process.stdin, output: process.stdout, terminal: false });
  try {
    return (await terminal.question(`Type "${CONFIRMATION}" to continue: `)).trim() === CONFIRMATION;
  } finally {
    terminal.close();
  }
}

function report({ isUser, auditEntries, jobs, settings }: Erased): void {
  say(isUser ? "The user was erased." : "No user has this address.");
  say(`Changed ${plural(auditEntries, "audit entry", "audit entries")}, deleted ${plural(jobs, "background job")}.`);
  if (settings.length > 0) say(`The address is still in these settings: ${settings.join(", ")}.`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
