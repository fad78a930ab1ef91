import { useAppConfig } from "@/components/data/app-config";
import { useHydrated } from "@/components/ui/use-hydrated";

/**
 * A note beside times in the viewer's time zone; see `clockNote`. Null until the page is hydrated, since the server
 * doesn't know that zone.
 */
export function useClockNote(what: string): string | null {
  const { timeZone } = useAppConfig();
  const isHydrated = useHydrated();
  return isHydrated ? clockNote(what, timeZone, new Intl.DateTimeFormat().resolvedOptions().timeZone) : null;
}

/**
 * Names the installation's time zone, if it isn't the viewer's.
 *
 * @param what is in it, such as "Filter dates"
 */
export function clockNote(what: string, timeZone: string, viewersZone: string): string | null {
  const isSame = canonicalZone(timeZone) === canonicalZone(viewersZone);
  return isSame ? null : `Times are in your time zone. ${what} are in ${timeZone}.`;
}

/** Browsers call a zone by one of its names: Asia/Kolkata is Asia/Calcutta in Chrome. */
function canonicalZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    // The server knows more zones than this browser.
    return timeZone;
  }
}
