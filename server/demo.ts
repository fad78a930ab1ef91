import { isLocal } from "@/lib/db/location";
import { assertNothingReal, DemoRefusal, fillDemo } from "@/lib/demo/fill";
import { env } from "@/lib/env";
import { onDatabase, runCommand } from "@/server/command";
import { DataDirInUse } from "@/server/data-dir-lock";
import { openDatabase } from "@/server/prepare";
import { StartError } from "@/server/role";

/** `npm run demo`: fills the empty database of an installation that does not run with a demonstration. */
await runCommand(async () => {
  const { DATABASE_URL } = env();
  if (DATABASE_URL && !isLocal(DATABASE_URL)) {
    throw new StartError("DATABASE_URL: a demonstration fills a database on this machine only.");
  }
  const open = (ending: AbortSignal) => openDatabase(ending).catch(sayWhatToDo);
  await onDatabase(open, async (pool) => {
    try {
      await assertNothingReal(pool);
      await fillDemo(pool, { onProgress: say });
    } catch (error) {
      throw error instanceof DemoRefusal ? new StartError(error.message) : error;
    }
  });
  say("");
  say("The demonstration is ready. Run npm start, and sign in by the link that it prints.");
  say("To see it with the eyes of others, ask on the sign-in screen for a link for");
  say("  jonas.weber@northwind.example    a group admin");
  say("  amara.okafor@northwind.example   a user");
});

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function sayWhatToDo(error: unknown): never {
  if (!(error instanceof DataDirInUse)) throw error;
  throw new StartError(`${error.message} End it with Ctrl-C, run npm run demo again, and then npm start.`);
}
