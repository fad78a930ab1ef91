import path from "node:path";
import pg from "pg";
import { OPERATOR, recordAudit } from "@/lib/audit/record";
import { writeBackupFile } from "@/lib/backup/file";
import type { BackupSummary } from "@/lib/backup/manifest";
import type { BackupProgress, WriteOptions } from "@/lib/backup/write";
import { recordCommand } from "@/lib/backup-schedule/retention";
import { writeToStore } from "@/lib/backup-schedule/write-to-store";
import { EnvError, env } from "@/lib/env";
import { formatBytes, plural } from "@/lib/format";
import { readSecret } from "@/lib/secret-variables";
import { openStore } from "@/lib/stores/open";
import { newBackupName } from "@/lib/stores/store";
import { type Command, exclusively, type Input, onDatabase } from "@/server/command";
import { openServer, reachDatabase } from "@/server/prepare";
import { StartError } from "@/server/processes/start-error";

const PROGRESS_MS = 5_000;
/** A short passphrase can be guessed offline. */
const MIN_PASSPHRASE = 12;
/** Time to remove what it has begun to write. */
const CLEAN_UP_MS = 5_000;

/** `hop backup [FILE]`: writes a backup of the database, without FILE to BACKUP_TO. Hop can keep running. */
export const backUp: Command = async ({ options, positionals: [typed] }, say) => {
  const { file, write } = typed === undefined ? await inStore() : inFile(typed);
  const passphrase = choosePassphrase(options);
  const onProgress = progressPrinter(options);
  const summary = await onDatabase(
    reachAsItIs,
    (pool, { databaseUrl, shutdown }) =>
      exclusively(pool, "backup", async () => {
        const written = await write({ databaseUrl, passphrase, onProgress, signal: shutdown }, pool);
        return { ...written, warnings: await audit(pool, file, written) };
      }),
    { cleanUpMs: CLEAN_UP_MS },
  );
  say(`${file} is complete and was verified: ${describe(summary)}.`);
  say(
    `${formatBytes(summary.bytes)}, ${summary.isEncrypted ? "encrypted" : "not encrypted"}, SHA-256 ${summary.sha256}.`,
  );
  for (const warning of summary.warnings) say(warning);
  return { file, ...summary };
};

/** @returns warnings, since the backup is complete even if a database of an earlier version rejects the entry */
async function audit(pool: pg.Pool, file: string, written: BackupSummary): Promise<string[]> {
  const { createdAt, bytes, sha256, isEncrypted } = written;
  const subject = { type: "backup", id: createdAt, label: path.basename(file) };
  try {
    await recordAudit(pool, OPERATOR, { action: "backup.create", subject, after: { bytes, sha256, isEncrypted } });
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [`The backup was not recorded in the audit log: ${reason}.`];
  }
}

/** Doesn't migrate: the backup before an upgrade may be made by the new version. */
const reachAsItIs = (shutdown: AbortSignal) => reachDatabase(shutdown, openServer);

type Options = WriteOptions & { signal: AbortSignal };
type Target = { file: string; write: (options: Options, pool: pg.Pool) => Promise<BackupSummary> };

function inFile(file: string): Target {
  return { file, write: (options) => writeBackupFile(file, options) };
}

/** It is not recorded as a scheduled backup, and stays until it is deleted manually. */
async function inStore(): Promise<Target> {
  const { BACKUP_TO } = env();
  if (!BACKUP_TO) throw new StartError("FILE is missing, and BACKUP_TO is not set.");
  const store = await openStore(BACKUP_TO);
  const name = newBackupName();
  return {
    file: `${store.address}/${name}`,
    write: async (options, pool) => {
      const forget = await recordCommand(pool, store.address, name).catch(ignoreRefusal);
      const written = await writeToStore(store, name, options);
      await forget?.();
      return written;
    },
  };
}

/**
 * A database of an earlier version has no table for this record, and a replica is read-only; the backup works without
 * it.
 */
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof pg.DatabaseError)) throw error;
}

/**
 * The passphrase from --passphrase-file, otherwise BACKUP_PASSPHRASE.
 *
 * @throws EnvError if the file can't be used
 */
export function choosePassphrase(options: Input["options"]): string | undefined {
  const file = options["passphrase-file"];
  if (file === undefined) return env().BACKUP_PASSPHRASE;
  const outcome = readSecret(String(file));
  if ("problem" in outcome) throw new EnvError([`--passphrase-file: ${outcome.problem}`]);
  if (outcome.value.length >= MIN_PASSPHRASE) return outcome.value;
  throw new EnvError([`--passphrase-file: the passphrase must have at least ${MIN_PASSPHRASE} characters`]);
}

/** Prints progress to standard error if writing or loading takes long. */
export function progressPrinter(options: Input["options"]): (progress: BackupProgress) => void {
  let printed = Date.now();
  return ({ table, bytes }) => {
    if (options.json || Date.now() - printed < PROGRESS_MS) return;
    printed = Date.now();
    process.stderr.write(`${table}: ${formatBytes(bytes)}\n`);
  };
}

export function describe({ rows }: BackupSummary): string {
  const { users = 0, short_urls: links = 0, visits = 0, clicks = 0 } = rows;
  return `${plural(users, "user")}, ${plural(links, "link")}, ${plural(visits + clicks, "click")}`;
}
