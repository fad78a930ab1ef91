import { log } from "@/lib/log";
import { runForOperator } from "@/server/command";
import { prepare } from "@/server/prepare";
import { printFailure, startLog } from "@/server/processes/process-output";
import { listenForShutdown } from "@/server/processes/shutdown";
import { supervise } from "@/server/supervisor/supervisor";

const main = async () => {
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "uncaught error: the supervisor exits");
    process.exit(1);
  });
  startLog({ isSupervised: false });
  // Installed first, so that an aborted start leaves no database running.
  const shutdown = listenForShutdown();
  await supervise(await prepare(shutdown), shutdown);
};

await runForOperator(main, printFailure);
