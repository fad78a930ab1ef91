import path from "node:path";
import type { CountryResponse, Reader } from "maxmind";
import { EnvError, env } from "@/lib/env";
import { canonicalAddress } from "@/lib/ip-address";
import { log } from "@/lib/log";

/** DB-IP's database comes with its package; those of MaxMind name the country in another place. */
type Entry = { country_code?: string } & CountryResponse;

export type CountryRule = (address: string) => string | null;

const MAX_KNOWN = 10_000;

let loading: Promise<CountryRule> | undefined;

/**
 * Gives the rule by which an address is somewhere, as ISO 3166-1 alpha-2. The database, 8 MB, is read
 * at the first call: a front and an app that store no clicks do without it.
 */
export function loadCountries(): Promise<CountryRule> {
  loading ??= readDatabase(env().GEOIP_FILE ?? packagedFile());
  return loading;
}

/**
 * The country of one address, for those who ask seldom: the database does not stay in memory.
 *
 * @returns ISO 3166-1 alpha-2, or null
 */
export async function findCountry(address: string): Promise<string | null> {
  const rule = await (loading ?? readDatabase(env().GEOIP_FILE ?? packagedFile()));
  return rule(address);
}

/** Not by require.resolve, which the bundler of the app would follow. */
function packagedFile(): string {
  return path.join(process.cwd(), "node_modules", "@ip-location-db", "dbip-country-mmdb", "dbip-country.mmdb");
}

/**
 * Looks into GEOIP_FILE, where it is set, before a click needs it.
 *
 * @throws EnvError when it is no database of that kind
 */
export async function assertCountryDatabase(): Promise<void> {
  const { GEOIP_FILE } = env();
  if (GEOIP_FILE === undefined) return;
  try {
    const { open } = await import("maxmind");
    (await open<Entry>(GEOIP_FILE)).get("192.0.2.1");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = (code ?? message).replace(/\s+/g, " ");
    throw new EnvError([
      `GEOIP_FILE: must be a database of countries in MMDB format; ${GEOIP_FILE} is not (${reason})`,
    ]);
  }
}

async function readDatabase(file: string): Promise<CountryRule> {
  try {
    const { open } = await import("maxmind");
    const reader: Reader<Entry> = await open<Entry>(file, { cache: { max: MAX_KNOWN } });
    return (address) => countryIn(reader, address);
  } catch (error) {
    // Clicks are worth more than their countries.
    log.error({ err: error, file }, "no database of countries: set GEOIP_FILE to one, or unset it");
    return () => null;
  }
}

function countryIn(reader: Reader<Entry>, text: string): string | null {
  const address = canonicalAddress(text);
  if (!address) return null;
  try {
    const entry = reader.get(address);
    return isoCountry(entry?.country_code ?? entry?.country?.iso_code);
  } catch {
    // A damaged part of the file: no click may wait for it for ever.
    return null;
  }
}

/** Codes that proxies and databases use for no country: unknown, reserved, Tor, anonymous, Europe, Asia. */
const NO_COUNTRIES = new Set(["XX", "ZZ", "T1", "A1", "A2", "O1", "EU", "AP"]);

/** @returns null for what is no country */
export function isoCountry(code: string | null | undefined): string | null {
  return code && /^[A-Z]{2}$/.test(code) && !NO_COUNTRIES.has(code) ? code : null;
}
