import { nextClickId } from "@/lib/clicks/click-id";
import type { Click } from "@/lib/clicks/types";
import type { Link } from "@/lib/redirect/links";
import type { Target } from "@/lib/redirect/target";

const MAX_REFERER_CHARACTERS = 1024;
const MAX_USER_AGENT_CHARACTERS = 512;

/** What a visit is judged by, whichever server received it. */
export type Visitor = {
  method: string;
  /** Host header: name or address, and port. */
  host: string | undefined;
  ip: string | null;
  referer: string | undefined;
  userAgent: string | undefined;
  /** Sec-Purpose (Fetch standard). */
  purpose: string | undefined;
  /** ISO 3166-1 alpha-2, where a trusted proxy said so. */
  country: string | null;
};

/**
 * The click to note, or null where there is none: HEAD, and links that lead nowhere.
 *
 * @param at milliseconds since the epoch
 */
export function clickOf(visitor: Visitor, target: Target, link: Link | null, at: number): Click | null {
  if (visitor.method !== "GET" || link?.status !== "active") return null;
  return {
    id: nextClickId(at),
    urlId: link.id,
    at,
    accessMethod: target.isQr ? "qr" : "direct",
    ip: visitor.ip,
    referer: visitor.referer?.slice(0, MAX_REFERER_CHARACTERS) ?? null,
    userAgent: visitor.userAgent?.slice(0, MAX_USER_AGENT_CHARACTERS) ?? null,
    country: visitor.country,
    isPrefetch: visitor.purpose?.includes("prefetch") ?? false,
  };
}
