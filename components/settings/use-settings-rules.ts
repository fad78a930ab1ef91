"use client";

import { useState } from "react";
import type { Resolver } from "react-hook-form";
import { loadOnce } from "@/components/ui/on-demand";
import type { SettingsValues } from "@/lib/settings/schema";

export type SettingsRules = typeof import("@/components/settings/settings-rules");

const code = loadOnce(() => import("@/components/settings/settings-rules"));

/** The rules of the form of settings, whose code is larger than the form: it comes when somebody begins to fill it in. */
export function useSettingsRules() {
  const [rules, setRules] = useState(code.get);
  const load = () => code.preload().then(setRules);
  return { rules, load };
}

/** For a form that has loaded the rules when it is submitted. */
export const settingsResolver: Resolver<SettingsValues> = async (...values) =>
  (await code.preload()).resolveSettings(...values);
