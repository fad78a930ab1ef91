import { EnvError, env } from "@/lib/env";
import { prepare } from "@/server/prepare";
import { endForEnv, StartError } from "@/server/role";
import { supervise } from "@/server/supervisor";

try {
  env();
  await supervise(await prepare());
} catch (error) {
  if (error instanceof EnvError) endForEnv(error);
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
