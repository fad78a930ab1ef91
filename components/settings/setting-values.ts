import type { SettingsValues } from "@/lib/settings/schema";
import { SETTING_KEYS, type Setting, type SettingKey } from "@/lib/settings/types";

export type SettingsByKey = Record<SettingKey, Setting>;

/** The settings by key; the server returns all of them. */
export function byKey(settings: readonly Setting[]): SettingsByKey {
  return Object.fromEntries(settings.map((setting) => [setting.key, setting])) as SettingsByKey;
}

/** The initial values of the form. */
export function storedValues(settings: SettingsByKey): SettingsValues {
  return Object.fromEntries(SETTING_KEYS.map((key) => [key, settings[key].value])) as SettingsValues;
}
