import { env } from "@/lib/env";

export const FAVICONS_OFF = "Favicons are turned off on this server";

/** Whether icons are looked for and shown: the operator of a network without a way out says no. */
export function areFaviconsOn(): boolean {
  return env().FAVICONS === "on";
}
