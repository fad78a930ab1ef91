"use client";

import type { ReactNode } from "react";
import { type Control, useWatch } from "react-hook-form";
import type { SettingsByKey } from "@/components/settings/setting-values";
import type { SettingsRules } from "@/components/settings/use-settings-rules";
import type { SettingsValues } from "@/lib/settings/schema";
import { MASKED_PASSWORD } from "@/lib/settings/types";

/** What a new base URL means: cookies of http and https have different names. */
export function useBaseUrlHint(
  control: Control<SettingsValues>,
  { base_url }: SettingsByKey,
  rules: SettingsRules | undefined,
): ReactNode {
  const typed = useWatch({ control, name: "base_url" });
  const next = rules?.toStoredBaseUrl(typed);
  const present = base_url.value || base_url.inherited?.value || "";
  if (!next || schemeOf(next) === schemeOf(present)) return "For example https://hop.example. https:// is assumed.";
  return (
    <span className="text-ink">
      Saved, this signs everybody out, you too: sign in again at {next}, which must be reachable.
    </span>
  );
}

function schemeOf(url: string): string | undefined {
  return url.split(":", 1)[0];
}

/** What another mail server means: a password goes with the one that it was for. */
export function usePasswordHint(
  control: Control<SettingsValues>,
  { smtp_host, smtp_password }: SettingsByKey,
): ReactNode {
  const [host, password] = useWatch({ control, name: ["smtp_host", "smtp_password"] });
  const inherited = smtp_host.inherited?.value;
  const present = smtp_host.value || inherited;
  const next = host === null ? inherited : host.trim() || present;
  const isOther = next?.toLowerCase() !== present?.toLowerCase();
  if (smtp_password.value === "" || password !== MASKED_PASSWORD || !isOther) return undefined;
  return <span className="text-ink">Another mail server does not get the stored password. Enter its own.</span>;
}
