import path from "node:path";
import type { CountryResponse, Reader } from "maxmind";
import { EnvError, env } from "@/lib/env";
import { canonicalAddress } from "@/lib/ip";
import { log } from "@/lib/log";

/** The packaged database is DB-IP's. MaxMind's have the country in another field. */
type Entry = { country_code?: string } & CountryResponse;

export type CountryRule = (address: string) => string | null;

const MAX_KNOWN = 10_000;

let loading: Promise<CountryRule> | undefined;

/**
 * Loads the country database (8 MB) at the first call and returns the look-up. Processes that store no clicks never
 * load it.
 */
export function loadCountries(): Promise<CountryRule> {
  loading ??= readDatabase(env().GEOIP_FILE ?? packagedFile());
  return loading;
}

/** The country of one address (ISO 3166-1 alpha-2), or null. For rare calls: the database does not stay in memory. */
export async function findCountry(address: string): Promise<string | null> {
  const rule = await (loading ?? readDatabase(env().GEOIP_FILE ?? packagedFile()));
  return rule(address);
}

/** require.resolve would make the bundler of the app follow it. */
function packagedFile(): string {
  return path.join(process.cwd(), "node_modules", "@ip-location-db", "dbip-country-mmdb", "dbip-country.mmdb");
}

/**
 * Checks GEOIP_FILE, if set, before a click needs it.
 *
 * @throws EnvError when it is not a country database
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
    // Store clicks without countries.
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
    // A damaged part of the file must not block clicks.
    return null;
  }
}

/** Codes that proxies and databases use for anything but a country: unknown, reserved, Tor, anonymous, Europe, Asia. */
const NO_COUNTRIES = new Set(["XX", "ZZ", "T1", "A1", "A2", "O1", "EU", "AP"]);

/** Returns null when it is not a country. */
export function isoCountry(code: string | null | undefined): string | null {
  return code && /^[A-Z]{2}$/.test(code) && !NO_COUNTRIES.has(code) ? code : null;
}
