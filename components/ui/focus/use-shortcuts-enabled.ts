import { save, useSaved } from "@/components/ui/browser-storage";

const STORAGE_KEY = "hop.shortcuts";

/**
 * Whether single-key shortcuts are on, saved in this browser. Users of speech input need to turn them off
 * (WCAG 2.2, 2.1.4).
 */
export function useShortcutsEnabled(): [boolean, (enabled: boolean) => void] {
  const saved = useSaved(STORAGE_KEY, "off");
  return [saved !== "off", (enabled) => save(STORAGE_KEY, enabled ? "on" : "off")];
}
