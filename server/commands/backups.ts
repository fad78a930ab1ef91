import { env } from "@/lib/env";
import { formatBytes } from "@/lib/format";
import { openStore } from "@/lib/stores/open";
import type { Command } from "@/server/command";
import { StartError } from "@/server/processes/start-error";

/** `hop backups`: lists the backups in BACKUP_TO, oldest first. */
export const listBackups: Command = async (_input, say) => {
  const { BACKUP_TO } = env();
  if (!BACKUP_TO) throw new StartError("BACKUP_TO is not set.");
  const backups = await (await openStore(BACKUP_TO)).list();
  for (const { name, bytes } of backups) say(`${BACKUP_TO}/${name}  ${formatBytes(bytes)}`);
  if (backups.length === 0) say(`${BACKUP_TO} has no backups.`);
  return { address: BACKUP_TO, backups };
};
