import { isLocal } from "@/lib/db/location";
import { env } from "@/lib/env";
import { type Command, onDatabase } from "@/server/command";
import { DataDirInUse } from "@/server/data-dir/lock";
import { assertDatabaseEmpty, fillDemo } from "@/server/demo/fill";
import { openDatabase } from "@/server/prepare";
import { StartError } from "@/server/processes/start-error";

/** `hop demo`: fills the empty database of an installation that is not running with sample data. */
export const fillWithSamples: Command = async (_input, say) => {
  const { DATABASE_URL } = env();
  if (DATABASE_URL && !isLocal(DATABASE_URL)) {
    throw new StartError("DATABASE_URL: sample data is only written to a database on this machine.");
  }
  const open = (shutdown: AbortSignal) => openDatabase(shutdown).catch(sayWhatToDo);
  await onDatabase(open, async (pool) => {
    await assertDatabaseEmpty(pool);
    await fillDemo(pool, { onProgress: say, clicks: env().HOP_DEMO_CLICKS });
  });
  say("");
  say("The sample data is ready. Run npm start and sign in with the link that it prints.");
  say("To see it as another user, request a link on the sign-in screen for");
  say("  jonas.weber@northwind.example    a group admin");
  say("  amara.okafor@northwind.example   a user");
  return { filled: true };
};

function sayWhatToDo(error: unknown): never {
  if (!(error instanceof DataDirInUse)) throw error;
  throw new StartError(`${error.message} Stop it with Ctrl-C, run npm run demo again, then npm start.`);
}
