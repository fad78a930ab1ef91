import type { Scope } from "@/lib/clicks/click-days";
import type { EnrichedClick } from "@/lib/clicks/enrich";
import { OTHER, VALUE_MAX_LENGTH } from "@/lib/clicks/types";

/** Click properties that are counted, by their names in click_days. Unknown values are not counted. */
export const DIMENSIONS = ["device", "os", "browser", "referrer", "country", "city", "language"] as const;
/** Dimensions counted for links only: two links may have placements of the same name (decision 0045). */
export const OF_LINKS_ONLY = ["placement"] as const;
const OF_LINKS = [...DIMENSIONS, ...OF_LINKS_ONLY] as const;
export type Dimension = (typeof OF_LINKS)[number];

/** Dimensions by which a scope's rows count clicks. */
export function dimensionsOf(scope: Scope): readonly Dimension[] {
  return scope === "link" ? OF_LINKS : DIMENSIONS;
}

/** The key of a value in a row of counts: "browser:Firefox". */
export function countName(dimension: Dimension, value: string): string {
  return `${dimension}:${value}`;
}

/** The key of an hour of the day in a link's row of counts: "hour:09". */
export function hourName(hour: string): string {
  return `hour:${hour}`;
}

/** The field of a click that holds the value, and its column. */
export const FIELDS = {
  device: "deviceType",
  os: "os",
  browser: "browser",
  referrer: "referrerHost",
  country: "country",
  city: "city",
  language: "language",
  placement: "placement",
} as const satisfies Record<Dimension, keyof EnrichedClick>;

export const COLUMNS = {
  device: "device_type",
  os: "os",
  browser: "browser",
  referrer: "referrer_host",
  country: "country",
  city: "city",
  language: "language",
  placement: "placement",
} as const satisfies Record<Dimension, string>;

/** Dimensions whose values visitors can make up, or in the case of placements anyone who may edit the link. */
export const FREE_DIMENSIONS = OF_LINKS.filter((dimension) => dimension !== "device");

/** Distinct values per dimension and day. */
export const MAX_VALUES_OF_LINK = 100;
const MAX_VALUES_OF_ALL = 1_000;

/** The values of a link, or of all links, on one day. */
export class KnownValues {
  readonly #counts: Readonly<Record<string, number>>;
  readonly #added = new Set<string>();
  #sizes: Map<string, number> | undefined;

  /** @param counts by `countName` */
  constructor(counts: Readonly<Record<string, number>>) {
    this.#counts = counts;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#counts, name) || this.#added.has(name);
  }

  add(dimension: Dimension, name: string): void {
    if (this.has(name)) return;
    this.sizeOf(dimension);
    this.#added.add(name);
    this.#sizes?.set(dimension, this.sizeOf(dimension) + 1);
  }

  sizeOf(dimension: Dimension): number {
    if (!this.#sizes) {
      this.#sizes = new Map();
      for (const name of Object.keys(this.#counts)) {
        const kind = name.slice(0, name.indexOf(":"));
        this.#sizes.set(kind, (this.#sizes.get(kind) ?? 0) + 1);
      }
    }
    return this.#sizes.get(dimension) ?? 0;
  }
}

/**
 * The value under which a click is stored and counted (decision 0045). Visitors choose their referrer and user agent
 * freely, so new values are accepted only up to a limit. A flood of one link reaches the limit of that link first.
 */
export function boundedValue(
  dimension: Dimension,
  value: string,
  { ofLink, ofAll }: { ofLink: KnownValues; ofAll: KnownValues },
): string {
  const name = countName(dimension, value);
  if (ofLink.has(name)) return value;
  if (value.length > VALUE_MAX_LENGTH || ofLink.sizeOf(dimension) >= MAX_VALUES_OF_LINK) return OTHER;
  if (dimension !== "placement") {
    if (!ofAll.has(name) && ofAll.sizeOf(dimension) >= MAX_VALUES_OF_ALL) return OTHER;
    ofAll.add(dimension, name);
  }
  ofLink.add(dimension, name);
  return value;
}
