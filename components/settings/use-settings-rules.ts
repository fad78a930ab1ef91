import { useState } from "react";
import type { Resolver } from "react-hook-form";
import { loadOnce } from "@/components/ui/button/on-demand";
import type { SettingsValues } from "@/lib/settings/schema";

export type SettingsRules = typeof import("@/components/settings/settings-rules");

const code = loadOnce(() => import("@/components/settings/settings-rules"));

/** Validation of the settings form; larger than the form, so loaded when the user starts to fill it in. */
export function useSettingsRules() {
  const [rules, setRules] = useState(code.get);
  const load = () => code.preload().then(setRules);
  return { rules, load };
}

/** Loads the validation code on first use. */
export const settingsResolver: Resolver<SettingsValues> = async (...values) =>
  (await code.preload()).resolveSettings(...values);
