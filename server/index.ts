import { runCommand } from "@/server/command";
import { listenForEnd } from "@/server/ending";
import { prepare } from "@/server/prepare";
import { supervise } from "@/server/supervisor";

await runCommand(async () => {
  // Before anything is started: a database must not outlive a start that is broken off.
  const ending = listenForEnd();
  await supervise(await prepare(ending), ending);
});
