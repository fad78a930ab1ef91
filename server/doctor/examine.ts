import { checkBackups } from "@/server/doctor/backups";
import { type Check, skipped } from "@/server/doctor/check";
import { checkDatabase } from "@/server/doctor/database";
import {
  checkConfiguration,
  checkCountries,
  checkDataDir,
  checkDisk,
  checkOpenFiles,
  checkPort,
  configurationProblems,
} from "@/server/doctor/machine";
import { checkBaseUrl, checkMail } from "@/server/doctor/network";
import { checkSecret } from "@/server/doctor/secret";

/** Checks everything that Hop needs, without changing anything. */
export async function examine(): Promise<Check[]> {
  const configuration = await checkConfiguration();
  if (configuration.some(({ status }) => status === "problem")) {
    return [...configuration, skipped("everything else", "correct the configuration first")];
  }
  const { checks, settings, backups } = await checkDatabase();
  const stored = settings ?? {};
  const machine = [checkDataDir(), await checkDisk(), await checkPort(), ...checkOpenFiles(), await checkCountries()];
  const others = await Promise.all([
    checkSecret(settings),
    checkBackups(backups),
    checkMail(stored),
    checkBaseUrl(stored),
    // A secret's file in DATA_DIR may be unusable.
  ]).catch((error: unknown) => configurationProblems(error, "correct the file"));
  return [...configuration, ...machine, ...checks, ...others];
}
