import { EnvError, env } from "@/lib/env";
import { prepare } from "@/server/prepare";
import { StartError } from "@/server/role";
import { supervise } from "@/server/supervisor";

/** sysexits.h: the configuration is wrong. */
const EXIT_CONFIG = 78;

try {
  env();
  await supervise(await prepare());
} catch (error) {
  if (error instanceof EnvError) {
    process.stderr.write(`${error.lines.join("\n")}\n`);
    process.exit(EXIT_CONFIG);
  }
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
