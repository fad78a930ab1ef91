import { plainArray } from "@/lib/db/arrays";
import { readPool } from "@/lib/db/read-pool";
import { queryRows, raw, sql } from "@/lib/db/sql";
import { type StatDimension, unknownName } from "@/lib/stats/types";

/*
 * The values of clicks as small numbers, which are fast to compare and count. A number stands for the values of one row
 * of user_agents, referrers or places, or for one placement.
 */

export const DICTIONARY_NAMES = ["agents", "referrers", "places", "placements"] as const;
export type DictionaryName = (typeof DICTIONARY_NAMES)[number];

/** The dimensions of each dictionary. */
export const DICTIONARIES = {
  agents: ["device", "os", "browser"],
  referrers: ["referrer"],
  places: ["country", "city", "language"],
  placements: ["placement"],
} as const satisfies Record<DictionaryName, readonly StatDimension[]>;

/** The table of each dictionary, and the columns of its dimensions. */
const TABLES = {
  agents: { name: "user_agents", columns: "device_type, os, browser" },
  referrers: { name: "referrers", columns: "referrer_host" },
  places: { name: "places", columns: "country, city, language" },
} as const;

/**
 * A dictionary for one server. All are replaced together when ids may have changed their meaning
 * (lib/clicks/value-tables.ts).
 */
export class Dictionary {
  /** Values by number, in the order of the dimensions. */
  readonly values: (readonly string[])[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #byId = new Map<number, number>();

  constructor(readonly name: DictionaryName) {
    this.#byId.set(0, this.numberOf([]));
  }

  /** @param values null or empty if unknown */
  numberOf(values: readonly (string | null)[]): number {
    const shown = DICTIONARIES[this.name].map((by, index) => values[index] || unknownName(by));
    const key = shown.join("\0");
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.values.push(shown) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }

  /** Number of known ids. */
  get size(): number {
    return this.#byId.size;
  }

  /** 0, for unknown values, until `load` has read the row. */
  numberOfId(id: number): number {
    return this.#byId.get(id) ?? 0;
  }

  /** Reads the rows of ids that are not known yet. */
  async load(ids: Iterable<number>): Promise<void> {
    if (this.name === "placements") return;
    const unknown = [...ids].filter((id) => !this.#byId.has(id));
    if (unknown.length === 0) return;
    const { name, columns } = TABLES[this.name];
    const rows = await queryRows<{ id: number; values: (string | null)[] }>(
      readPool(),
      sql`SELECT id, ARRAY[${raw(columns)}] AS values FROM ${raw(name)} WHERE id = ANY (${plainArray(unknown)}::int[])`,
    );
    for (const { id, values } of rows) this.#byId.set(id, this.numberOf(values));
  }
}

export type Dictionaries = { [Name in DictionaryName]: Dictionary };

export function createDictionaries(): Dictionaries {
  return Object.fromEntries(DICTIONARY_NAMES.map((name) => [name, new Dictionary(name)])) as Dictionaries;
}
