import path from "node:path";
import type { CityResponse, CountryResponse, Reader } from "maxmind";
import { EnvError, env } from "@/lib/env";
import { canonicalAddress } from "@/lib/ip";
import { log } from "@/lib/log";

/**
 * The packaged database has codes and names as plain text. MaxMind's and DB-IP's own databases have records, with a
 * city's name in several languages.
 */
type Entry = { country_code?: string; country?: CountryResponse["country"]; city?: string | CityResponse["city"] };

/** A place; null fields are unknown. */
type Place = {
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  /** Includes the country, since cities in different countries share names: "Berlin, DE". */
  city: string | null;
};
export const NOWHERE: Place = { country: null, city: null };

type PlaceRule = (address: string) => Place;

const MAX_KNOWN = 10_000;
/** A file that can't be read may just be being replaced. */
const RETRY_MS = 60_000;

let loading: Promise<PlaceRule> | undefined;

/**
 * Loads the country database (8 MB), or the city database, at the first call and returns the look-up; a minute after it
 * couldn't be read, again. Processes that store no clicks never load it.
 */
export function loadPlaces(): Promise<PlaceRule> {
  loading ??= readDatabase(env().GEOIP_FILE ?? packagedFile(), () => {
    setTimeout(() => {
      loading = undefined;
    }, RETRY_MS).unref();
  });
  return loading;
}

/**
 * The country of one address (ISO 3166-1 alpha-2), or null. Meant for rare calls: the database does not stay in memory.
 */
export async function findCountry(address: string): Promise<string | null> {
  const placeOf = await (loading ?? readDatabase(env().GEOIP_FILE ?? packagedFile()));
  return placeOf(address).country;
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
    throw new EnvError([`GEOIP_FILE: must be a country database in MMDB format; ${GEOIP_FILE} is not (${reason})`]);
  }
}

/**
 * When the country database was built.
 *
 * @throws Error if it can't be read
 */
export async function countriesBuiltAt(): Promise<Date> {
  const { open } = await import("maxmind");
  const { metadata } = await open<Entry>(env().GEOIP_FILE ?? packagedFile());
  return metadata.buildEpoch;
}

async function readDatabase(file: string, onFailure?: () => void): Promise<PlaceRule> {
  try {
    const { open } = await import("maxmind");
    const reader: Reader<Entry> = await open<Entry>(file, { cache: { max: MAX_KNOWN } });
    return (address) => placeIn(reader, address);
  } catch (error) {
    // Store clicks without countries.
    log.error({ err: error, file }, "can't load the country database: set GEOIP_FILE to a valid one, or unset it");
    onFailure?.();
    return () => NOWHERE;
  }
}

function placeIn(reader: Reader<Entry>, text: string): Place {
  const address = canonicalAddress(text);
  if (!address) return NOWHERE;
  try {
    const entry = reader.get(address);
    const country = isoCountry(entry?.country_code ?? entry?.country?.iso_code);
    const city = typeof entry?.city === "object" ? entry.city.names?.en : entry?.city;
    return { country, city: country && city ? `${city}, ${country}` : null };
  } catch {
    // A damaged part of the file must not block clicks.
    return NOWHERE;
  }
}

/**
 * Codes that proxies and databases use for something other than a country: unknown, reserved, Tor, anonymous, Europe,
 * Asia.
 */
const NO_COUNTRIES = new Set(["XX", "ZZ", "T1", "A1", "A2", "O1", "EU", "AP"]);

/** Returns null when it is not a country. */
export function isoCountry(code: string | null | undefined): string | null {
  return code && /^[A-Z]{2}$/.test(code) && !NO_COUNTRIES.has(code) ? code : null;
}
