import { canonicalAddress } from "@/lib/ip-address";
import { log } from "@/lib/log";

/** Where a request to sign in comes from. */
export type Client = {
  /** Null where it is not known. */
  ip: string | null;
  userAgent: string | null;
};

/** What a session keeps of it. */
export type ClientSummary = { browser: string | null; os: string | null; country: string | null };

export const UNKNOWN_CLIENT: ClientSummary = { browser: null, os: null, country: null };

/** Browser, system and country, each null where it is not known. Never throws: nobody is kept out for want of them. */
export async function summarizeClient({ ip, userAgent }: Client): Promise<ClientSummary> {
  try {
    // With the first sign-in: most of the time the app needs neither.
    const [{ readUserAgent }, { findCountry }] = await Promise.all([
      import("@/lib/clicks/user-agent"),
      import("@/lib/clicks/country"),
    ]);
    const { browser, os } = readUserAgent(userAgent ?? "");
    const address = ip && canonicalAddress(ip);
    return { browser, os, country: address ? await findCountry(address) : null };
  } catch (error) {
    log.warn({ err: error }, "the client of a sign-in could not be described");
    return UNKNOWN_CLIENT;
  }
}
