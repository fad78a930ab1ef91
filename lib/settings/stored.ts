import { listen } from "@/lib/db/listen";
import { pool } from "@/lib/db/pool";
import type { Transaction } from "@/lib/db/prisma";
import type { TLS_OPTIONAL_HOST } from "@/lib/settings/tls-optional";
import type { SettingKey } from "@/lib/settings/types";

export type StoredSettings = Readonly<Partial<Record<SettingKey | typeof TLS_OPTIONAL_HOST, string | undefined>>>;

/** While changes are not heard of, what was read serves this long. */
const UNHEARD_LIFETIME_MS = 500;

type Memory = {
  kept: { settings: StoredSettings; readAt: number } | undefined;
  /** Reads that come together share one query. */
  reading: Promise<StoredSettings> | undefined;
  /** Undefined in a process that does not listen, which reads the table each time. */
  isHearing: boolean | undefined;
};

/** Shared by the bundles of one process: the app's entry listens for what its routes read. */
const shared = globalThis as typeof globalThis & { hopSettings?: Memory };

function memory(): Memory {
  shared.hopSettings ??= { kept: undefined, reading: undefined, isHearing: undefined };
  return shared.hopSettings;
}

/** The table of settings as it is stored, from the memory of this process while that is known to be true. */
export async function readStoredSettings(): Promise<StoredSettings> {
  const { kept, isHearing } = memory();
  if (isHearing === undefined) return queryStoredSettings();
  if (kept && (isHearing || Date.now() - kept.readAt <= UNHEARD_LIFETIME_MS)) return kept.settings;
  return memory().reading ?? read();
}

/** Has the next reader look into the table. */
export function forgetStoredSettings(): void {
  const state = memory();
  state.kept = undefined;
  // What is on its way may have been read before the change.
  state.reading = undefined;
}

/**
 * Keeps the settings in the memory of this process, and hears of every change (a trigger on the
 * table sends NOTIFY).
 *
 * @returns a function that stops listening, after which each read asks the table
 */
export function keepStoredSettings(databaseUrl: string): () => Promise<void> {
  const state = memory();
  state.isHearing = false;
  const stop = listen(databaseUrl, {
    channel: "settings_changed",
    onNotify: forgetStoredSettings,
    onHearing: (isHearing) => {
      forgetStoredSettings();
      state.isHearing = isHearing;
    },
  });
  return async () => {
    state.isHearing = undefined;
    forgetStoredSettings();
    await stop();
  };
}

function read(): Promise<StoredSettings> {
  const state = memory();
  const readAt = Date.now();
  const reading = queryStoredSettings()
    .then((settings) => {
      if (state.reading === reading) state.kept = { settings, readAt };
      return settings;
    })
    .finally(() => {
      if (state.reading === reading) state.reading = undefined;
    });
  state.reading = reading;
  return reading;
}

/** The table itself. Without Prisma, whose query compiler takes 70 MB, since every process reads it when it starts. */
export async function queryStoredSettings(client?: Transaction): Promise<StoredSettings> {
  const rows = client
    ? await client.setting.findMany({ select: { key: true, value: true } })
    : (await pool().query<{ key: string; value: string }>("SELECT key, value FROM settings")).rows;
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}
