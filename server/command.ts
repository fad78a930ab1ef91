import { EnvError, env } from "@/lib/env";
import { endForEnv, StartError } from "@/server/role";

/**
 * Runs a command that an operator calls by hand: what fails for a reason that they can act on is one
 * line on standard error, and the exit code 1.
 */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    env();
    await work();
  } catch (error) {
    if (error instanceof EnvError) endForEnv(error);
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
