import { env } from "@/lib/env";
import { plural } from "@/lib/format";
import { notRunningMessage } from "@/server/bootstrap/running.mjs";
import type { Command } from "@/server/command";
import { findDataDirHolder } from "@/server/data-dir/lock";
import { StartError } from "@/server/processes/start-error";
import { requestReload } from "@/server/supervisor/control";

/** `hop reload`: replaces the running Hop's processes with new ones of the build in this folder. */
export const reloadHop: Command = async (_input, say) => {
  const { DATA_DIR } = env();
  const holder = findDataDirHolder(DATA_DIR);
  if (holder === undefined) throw new StartError(notRunningMessage(DATA_DIR));
  const reloaded = await requestReload(process.cwd());
  const { version, ms, applied } = reloaded;
  say(`Hop ${version} has taken over from the previous processes after ${(ms / 1_000).toFixed(1)} s.`);
  if (applied.length > 0) say(`Applied ${plural(applied.length, "migration")}: ${applied.join(", ")}.`);
  return { ...reloaded, supervisor: holder };
};
