import { type Command, EXIT_FAILED, type Input, runForOperator } from "@/server/command";

const UNEXPECTED = "Unexpected error; see standard error.";

/** Commands by their names in server/bootstrap/commands.mjs. Each is loaded on demand. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  reload: async () => (await import("@/server/commands/reload")).reloadHop,
  migrate: async () => (await import("@/server/commands/migrate")).migrateDatabase,
  "sign-in-link": async () => (await import("@/server/commands/sign-in-link")).printSignInLink,
  "rollups rebuild": async () => (await import("@/server/commands/rollups-rebuild")).rebuildCounts,
  "clicks delete": async () => (await import("@/server/commands/clicks-delete")).deleteClicks,
  "spool import": async () => (await import("@/server/commands/spool-import")).importSpoolFolder,
  "users erase": async () => (await import("@/server/commands/users-erase")).eraseUser,
  backup: async () => (await import("@/server/commands/backup")).backUp,
  backups: async () => (await import("@/server/commands/backups")).listBackups,
  restore: async () => (await import("@/server/commands/restore")).restore,
  demo: async () => (await import("@/server/commands/demo")).fillWithSamples,
};

export { examine } from "@/server/doctor/examine";

/** Runs a command whose line hop.mjs has read. With --json, prints one object, even for a failure: `{"error": …}`. */
export async function runCommand({ command, options, positionals }: Input & { command: string }): Promise<void> {
  const load = COMMANDS[command];
  if (!load) throw new Error(`no command ${command}`);
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // Its reader may go away, such as head; the work goes on. On a full disk the output is incomplete.
    if (error.code !== "EPIPE") process.exitCode = EXIT_FAILED;
  });
  if (!options.json) {
    await runForOperator(async () => void (await (await load())({ options, positionals }, say)));
    return;
  }
  const work = async () => printJson(await (await load())({ options, positionals }, () => undefined));
  try {
    await runForOperator(work, (lines) => printJson({ error: lines.join("\n") }));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    printJson({ error: UNEXPECTED });
    process.exit(EXIT_FAILED);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function printJson(result: object): void {
  say(JSON.stringify(result));
}
