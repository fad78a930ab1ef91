import { runCommand } from "@/server/command";
import { prepare } from "@/server/prepare";
import { supervise } from "@/server/supervisor";

await runCommand(async () => supervise(await prepare()));
