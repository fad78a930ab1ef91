import { listen } from "@/lib/db/listen";
import { pool } from "@/lib/db/pool";
import { queryRows, type SqlClient, sql } from "@/lib/db/sql";
import { processWide } from "@/lib/process-wide";
import type { COUNTED_ZONE } from "@/lib/settings/counted-zone";
import type { SECRET_FINGERPRINT } from "@/lib/settings/secret-fingerprint";
import type { TLS_OPTIONAL_HOST } from "@/lib/settings/tls-optional";
import type { SettingKey } from "@/lib/settings/types";

/** When all QR codes were last regenerated, ISO 8601. Not an editable setting. */
export const QR_REGENERATED_AT = "qr_regenerated_at";

type StoredKey =
  | SettingKey
  | typeof TLS_OPTIONAL_HOST
  | typeof QR_REGENERATED_AT
  | typeof SECRET_FINGERPRINT
  | typeof COUNTED_ZONE;
export type StoredSettings = Readonly<Partial<Record<StoredKey, string | undefined>>>;

/** How long settings are cached while change notifications are unavailable. */
const FALLBACK_TTL_MS = 500;

type Cache = {
  entry: { settings: StoredSettings; readAt: number } | undefined;
  /** A query in progress, shared by concurrent reads. */
  pending: Promise<StoredSettings> | undefined;
  /** Undefined in a process that does not listen and therefore reads the table each time. */
  isListening: boolean | undefined;
};

/** The app's entry point listens on behalf of its routes. */
const cache = processWide<Cache>("hopSettings", () => ({
  entry: undefined,
  pending: undefined,
  isListening: undefined,
}));

/** The stored settings, from this process's cache while it is up to date. */
export async function readStoredSettings(): Promise<StoredSettings> {
  const { entry, isListening, pending } = cache;
  if (isListening === undefined) return queryStoredSettings();
  if (entry && (isListening || performance.now() - entry.readAt <= FALLBACK_TTL_MS)) return entry.settings;
  return pending ?? read();
}

/** Clears the cache, so that the next read queries the table. */
export function invalidateStoredSettings(): void {
  cache.entry = undefined;
  // A query in progress may have started before the change.
  cache.pending = undefined;
}

/**
 * Caches the settings in this process until a trigger on the table sends NOTIFY.
 *
 * @returns a function that stops listening; from then on every read queries the table
 */
export function cacheStoredSettings(databaseUrl: string): () => Promise<void> {
  cache.isListening = false;
  const stop = listen(databaseUrl, {
    channel: "settings_changed",
    onNotify: invalidateStoredSettings,
    onListeningChange: (isListening) => {
      invalidateStoredSettings();
      cache.isListening = isListening;
    },
  });
  return async () => {
    cache.isListening = undefined;
    invalidateStoredSettings();
    await stop();
  };
}

function read(): Promise<StoredSettings> {
  const readAt = performance.now();
  const pending = queryStoredSettings()
    .then((settings) => {
      if (cache.pending === pending) cache.entry = { settings, readAt };
      return settings;
    })
    .finally(() => {
      if (cache.pending === pending) cache.pending = undefined;
    });
  cache.pending = pending;
  return pending;
}

/** Reads the table. Without Prisma, whose query compiler takes 70 MB, because every process reads it at startup. */
export async function queryStoredSettings(client: SqlClient = pool()): Promise<StoredSettings> {
  const rows = await queryRows<{ key: string; value: string }>(client, sql`SELECT key, value FROM settings`);
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}
