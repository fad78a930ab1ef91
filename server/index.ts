import { runForOperator } from "@/server/command";
import { prepare } from "@/server/prepare";
import { listenForShutdown } from "@/server/shutdown";
import { supervise } from "@/server/supervisor";

await runForOperator(async () => {
  // Installed first, so that an aborted start leaves no database running.
  const shutdown = listenForShutdown();
  await supervise(await prepare(shutdown), shutdown);
});
