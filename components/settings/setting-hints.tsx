import type { ReactNode } from "react";
import { type Control, useWatch } from "react-hook-form";
import { useLocalLinks } from "@/components/settings/local-links";
import type { SettingsByKey } from "@/components/settings/setting-values";
import type { SettingsRules } from "@/components/settings/use-settings-rules";
import type { SettingsValues } from "@/lib/settings/schema";
import { MASKED_PASSWORD } from "@/lib/settings/types";

/** Warns that switching between http and https signs everyone out: their cookies have different names. */
export function useBaseUrlHint(
  control: Control<SettingsValues>,
  { base_url }: SettingsByKey,
  rules: SettingsRules | undefined,
): ReactNode {
  const typed = useWatch({ control, name: "base_url" });
  const warning = useLocalLinks();
  const next = rules?.toStoredBaseUrl(typed);
  const present = base_url.value || base_url.inherited?.value || "";
  if (!next || schemeOf(next) === schemeOf(present)) {
    const example = "For example https://hop.example. Without a scheme, https:// is used.";
    return warning ? <span className="text-ink">{`${warning} ${example}`}</span> : example;
  }
  return (
    <span className="text-ink">
      {`Saving signs everyone out, including you. Make sure ${next} is reachable, then sign in there.`}
    </span>
  );
}

function schemeOf(url: string): string | undefined {
  return url.split(":", 1)[0];
}

/** Warns that the stored password is only used with the mail server it was entered for. */
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
  return <span className="text-ink">The stored password isn't sent to another mail server. Enter its password.</span>;
}
