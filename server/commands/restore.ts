import { createReadStream } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import type pg from "pg";
import { BackupError } from "@/lib/backup/error";
import { fileProblem } from "@/lib/backup/file";
import type { BackupSummary } from "@/lib/backup/manifest";
import { readBackup } from "@/lib/backup/read";
import { restoreBackup } from "@/lib/backup/restore";
import { queryRows, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import { storeFirstCountedZone } from "@/lib/settings/counted-zone";
import { unseal } from "@/lib/settings/secret-box";
import { openStore } from "@/lib/stores/open";
import { type Command, onDatabase } from "@/server/command";
import { choosePassphrase, describe, progressPrinter } from "@/server/commands/backup";
import { assertFitForRestore, prepareDatabase } from "@/server/postgres/prepare-database";
import { assertOwnSessions } from "@/server/postgres/transaction-pooler";
import { openServer } from "@/server/prepare";
import { StartError } from "@/server/processes/start-error";

const PASSWORD_UNREADABLE =
  "The stored mail password cannot be decrypted with this AUTH_SECRET: set AUTH_SECRET, or AUTH_SECRET_PREVIOUS, to that of the backup, or enter the password again on the Settings page.";

const openEmpty = (shutdown: AbortSignal) => openServer(shutdown, { mayReplace: true });

/** `hop restore FILE`, or s3://bucket/prefix/name: restores a backup into an empty installation that is not running. */
export const restore: Command = async ({ options, positionals: [file = ""] }, say) => {
  const passphrase = choosePassphrase(options);
  const { ADMIN_EMAIL, BASE_URL, DATABASE_URL } = env();
  const { createdAt, hopVersion, ...rest } = await verify(file, passphrase);
  say(
    `The backup of ${createdAt}, by Hop ${hopVersion}, is undamaged: ${describe({ createdAt, hopVersion, ...rest })}.`,
  );
  const { summary, applied, warnings } = await onDatabase(openEmpty, async (pool, { databaseUrl, shutdown }) => {
    if (DATABASE_URL) {
      await assertFitForRestore(DATABASE_URL);
      await assertOwnSessions(DATABASE_URL);
    }
    let { TIME_ZONE: timeZone } = env();
    const summary = await restoreBackup(await openSource(file, shutdown), {
      databaseUrl,
      passphrase,
      label: path.basename(file),
      onHeader: (header) => {
        timeZone = header.timeZone;
      },
      onProgress: progressPrinter(options),
      signal: shutdown,
    });
    const first = { adminEmail: ADMIN_EMAIL, baseUrl: BASE_URL, hasOwnSessions: true };
    const { applied } = await prepareDatabase(databaseUrl, first).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartError(`The backup is restored, but the next start has to prepare the database: ${reason}`);
    });
    // Backups of earlier versions have the zone in their header only.
    const zoneWarning = await storeFirstCountedZone(pool, timeZone);
    const warnings = [...(zoneWarning ? [zoneWarning] : []), ...(await warnOfPassword(pool))];
    return { summary, applied, warnings };
  });
  say("Restored. Everyone has to sign in again.");
  say(
    `API keys and shared pages revoked since ${summary.createdAt} work again, and any people and clicks erased since then are back: revoke and erase them again.`,
  );
  for (const warning of warnings) say(warning);
  return { file, ...summary, applied, warnings };
};

async function openSource(file: string, signal: AbortSignal = new AbortController().signal): Promise<Readable> {
  if (!file.startsWith("s3://")) return createReadStream(file);
  const store = await openStore(path.posix.dirname(file));
  return store.read(path.posix.basename(file), signal);
}

async function verify(file: string, passphrase: string | undefined): Promise<BackupSummary> {
  try {
    return await readBackup(await openSource(file), { passphrase });
  } catch (error) {
    throw error instanceof BackupError
      ? new BackupError(`${file}: ${error.message}`)
      : (fileProblem(error, file) ?? error);
  }
}

async function warnOfPassword(pool: pg.Pool): Promise<string[]> {
  const rows = await queryRows<{ value: string }>(pool, sql`SELECT value FROM settings WHERE key = 'smtp_password'`);
  return rows.some(({ value }) => unseal(value) === undefined) ? [PASSWORD_UNREADABLE] : [];
}
