import { canonicalAddress } from "@/lib/ip";
import { log } from "@/lib/log";

/** The client that signs in. */
export type Client = {
  /** Null if unknown. */
  ip: string | null;
  userAgent: string | null;
};

/** Client details stored with a session. */
export type ClientSummary = { browser: string | null; os: string | null; country: string | null };

export const UNKNOWN_CLIENT: ClientSummary = { browser: null, os: null, country: null };

/** Browser, operating system and country, each null if unknown. Never throws, so that it cannot prevent a sign-in. */
export async function summarizeClient({ ip, userAgent }: Client): Promise<ClientSummary> {
  try {
    // Loaded on demand: only sign-ins need them.
    const [{ readUserAgent }, { findCountry }] = await Promise.all([
      import("@/lib/clicks/user-agent"),
      import("@/lib/clicks/country"),
    ]);
    const { browser, os } = readUserAgent(userAgent ?? "");
    const address = ip && canonicalAddress(ip);
    return { browser, os, country: address ? await findCountry(address) : null };
  } catch (error) {
    log.warn({ err: error }, "failed to identify the client of a sign-in");
    return UNKNOWN_CLIENT;
  }
}
