import { createHmac } from "node:crypto";
import type pg from "pg";
import { isoCountry, loadPlaces, NOWHERE } from "@/lib/clicks/country";
import { headerText } from "@/lib/clicks/header-text";
import { hostOf, referrerHostOf, storedReferer } from "@/lib/clicks/referrer";
import type { Click } from "@/lib/clicks/types";
import { type DeviceType, readUserAgent } from "@/lib/clicks/user-agent";
import { saltsOf } from "@/lib/clicks/visitor-salts";
import { dayOf } from "@/lib/days";
import { queryRows, sql } from "@/lib/db/sql";
import { type Env, env, storesVisitorDetails } from "@/lib/env";
import { canonicalAddress, networkOf } from "@/lib/ip";

/** A click as stored, with as much of its address as IP_MODE allows. Null fields are unknown. */
export type EnrichedClick = Click & {
  /** Stored, but excluded from every count that people see. */
  isBot: boolean;
  deviceType: DeviceType | null;
  /** Without a version: Windows, macOS, iOS, Android … */
  os: string | null;
  /** Without a version: Chrome, Safari, Firefox, Edge … */
  browser: string | null;
  /** Null for a direct visit. */
  referrerHost: string | null;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  /** Includes the country: "Berlin, DE". */
  city: string | null;
  /** Identifies a visitor for one day in the installation's time zone, as a signed 64-bit number; null for bots. */
  visitorHash: string | null;
};

/** Adds what the redirect has no time for. `removeUnknownPlacements` checks whether links have the placements. */
export async function enrichClicks(pool: pg.Pool, clicks: Click[]): Promise<EnrichedClick[]> {
  const { IP_MODE, TIME_ZONE } = env();
  const days = new Set(clicks.map(({ at }) => dayOf(at, TIME_ZONE)));
  const hasDetails = storesVisitorDetails();
  const [placeOf, salts, ownHosts] = await Promise.all([loadPlaces(), saltsOf(pool, days), findOwnHosts(pool)]);
  return clicks.map((click) => {
    const userAgent = click.userAgent && headerText(click.userAgent);
    const referer = click.referer && headerText(click.referer);
    const agent = readUserAgent(userAgent ?? "");
    const ip = click.ip && canonicalAddress(click.ip);
    const isBot = agent.isBot || click.isPrefetch;
    const place = ip ? placeOf(ip) : NOWHERE;
    const country = isoCountry(click.country) ?? place.country;
    const salt = salts.get(dayOf(click.at, TIME_ZONE));
    // Field by field: spreading takes several times as long as everything else here.
    return {
      id: click.id,
      urlId: click.urlId,
      at: click.at,
      accessMethod: click.accessMethod,
      ip: ip && storedAddress(ip, IP_MODE),
      referer: storedReferer(referer, ownHosts),
      userAgent,
      isPrefetch: click.isPrefetch,
      isBot,
      deviceType: agent.deviceType,
      os: agent.os,
      browser: agent.browser,
      referrerHost: referrerHostOf(referer, agent.appHost, ownHosts),
      country,
      // A proxy's country takes precedence over that of the address.
      city: hasDetails && country === place.country ? place.city : null,
      language: hasDetails ? click.language : null,
      placement: click.placement,
      visitorHash: !isBot && ip && salt ? hashOfVisitor(salt, ip, click.userAgent) : null,
    };
  });
}

function storedAddress(ip: string, mode: Env["IP_MODE"]): string | null {
  if (mode === "none") return null;
  return mode === "truncated" ? networkOf(ip) : ip;
}

/** 64 bits: the probability that any two of a million visitors to a link in a day collide is 1 in 30 million. */
function hashOfVisitor(salt: Buffer, ip: string, userAgent: string | null): string {
  const digest = createHmac("sha256", salt)
    .update(`${ip}\n${userAgent ?? ""}`)
    .digest();
  return digest.readBigInt64BE().toString();
}

const OWN_HOSTS_MS = 60 * 1000;
let ownHosts: { hosts: Set<string>; readAt: number } | undefined;

/**
 * Hosts of the stored base URL and of BASE_URL, which it may have replaced, reread every minute. Not through
 * lib/settings, which would keep a LISTEN connection open in commands.
 */
async function findOwnHosts(pool: pg.Pool): Promise<Set<string>> {
  if (ownHosts && performance.now() - ownHosts.readAt < OWN_HOSTS_MS) return ownHosts.hosts;
  const [row] = await queryRows<{ value: string }>(pool, sql`SELECT value FROM settings WHERE key = 'base_url'`);
  const addresses = [row?.value, env().BASE_URL, "http://localhost"];
  const hosts = addresses.map((address) => (address ? hostOf(address) : null)).filter((host) => host !== null);
  ownHosts = { hosts: new Set(hosts), readAt: performance.now() };
  return ownHosts.hosts;
}
