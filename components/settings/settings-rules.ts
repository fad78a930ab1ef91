import { zodResolver } from "@hookform/resolvers/zod";
import { type SettingsValues, settingsFormSchema } from "@/lib/settings/schema";

export const resolveSettings = zodResolver(settingsFormSchema);

/** The base URL as it would be stored; undefined if empty or invalid. */
export function toStoredBaseUrl(typed: SettingsValues["base_url"]): string | undefined {
  return settingsFormSchema.shape.base_url.safeParse(typed).data || undefined;
}
