import { env } from "@/lib/env";

export const FAVICONS_OFF = "Favicons are turned off on this server";

/** Whether favicons are fetched and shown. Operators turn them off in networks without internet access. */
export function areFaviconsOn(): boolean {
  return env().FAVICONS === "on";
}
