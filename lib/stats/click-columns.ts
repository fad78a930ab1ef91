import { isWithinSql } from "@/lib/clicks/day-sql";
import { type DayRange, localHourOf } from "@/lib/days";
import { readPool } from "@/lib/db/read-pool";
import { join, queryRows, raw, type Sql, sql } from "@/lib/db/sql";
import { env } from "@/lib/env";
import type { Dictionaries, Dictionary } from "@/lib/stats/value-dictionary";

/*
 * The clicks of a link and day as columns of numbers. Postgres packs them, which takes a fraction of the time of
 * reading rows, and the process then counts all dimensions of a million clicks, with any filters, in about 50 ms.
 */

const QUARTER_MS = 15 * 60 * 1000;

export type DayColumns = {
  clicks: number;
  /** Columns of numbers in the dictionaries. */
  agents: Uint32Array;
  referrers: Uint32Array;
  places: Uint32Array;
  placements: Uint32Array;
  /** Numbers from 1 to `visitorCount` for this day's visitors; 0 for none. */
  visitors: Uint32Array;
  visitorCount: number;
  hours: Uint8Array;
  /** The bits QR and BOT. */
  flags: Uint8Array;
};

export const QR = 1;
export const BOT = 2;
export const BYTES_PER_CLICK = 22;

/** Clicks of both tables in any order, as columns. */
type Part = {
  quarters: Uint32Array;
  /** The upper and lower half of each visitor. */
  visitors: Uint32Array;
  agents: Uint32Array;
  referrers: Uint32Array;
  places: Uint32Array;
  placement: number;
  flags: Uint8Array;
};

type Reading = {
  /** Maximum read by one statement; all if undefined. */
  clicksAtOnce?: number | undefined;
  /** Called before each statement; may throw. */
  beforePart?: () => void;
};

/** The days of a range that have clicks. */
export async function readColumns(
  urlId: string,
  { from, to }: DayRange,
  dictionaries: Dictionaries,
  { clicksAtOnce, beforePart }: Reading = {},
): Promise<Map<string, DayColumns>> {
  const isAsked = sql`url_id = ${urlId} AND ${isWithinSql(from, to)}`;
  const cuts = clicksAtOnce ? await findCuts(isAsked, clicksAtOnce) : [];
  const parts: Part[] = [];
  for (const [index, end] of [...cuts, undefined].entries()) {
    beforePart?.();
    const start = cuts[index - 1];
    const conditions = [isAsked];
    if (start) conditions.push(sql`occurred_at >= ${start}`);
    if (end) conditions.push(sql`occurred_at < ${end}`);
    for (const group of await queryRows<Group>(readPool(), packedSql(join(conditions, " AND ")))) {
      parts.push(await toPart(group, dictionaries));
    }
  }
  return byDay(parts);
}

/** Moments that divide clicks into parts of about this many. */
async function findCuts(isAsked: Sql, clicks: number): Promise<string[]> {
  const rows = await queryRows<{ at: string }>(
    readPool(),
    sql`
      SELECT occurred_at::text AS at
      FROM (SELECT occurred_at, row_number() OVER (ORDER BY occurred_at) AS n FROM stored_clicks WHERE ${isAsked}) AS click
      WHERE n % ${clicks}::int = 0 GROUP BY occurred_at ORDER BY occurred_at`,
  );
  return rows.map(({ at }) => at);
}

/**
 * Clicks with the same language, if their place lacks it, and the same placement. Unconverted clicks share all values.
 */
type Group = {
  isConverted: boolean;
  values: string[];
  /** Arrays of int8: place, quarter of an hour and flags; user agent and referrer; visitor, 0 if there is none. */
  moments: Buffer;
  sources: Buffer;
  visitors: Buffer;
};

/** One statement for both tables, so that no click is moved from one to the other in the meantime. */
function packedSql(isAsked: Sql): Sql {
  const pack = (place: Sql, isQr: Sql) =>
    sql`(${place}::bigint << 32) | (floor(date_part('epoch', occurred_at) / 900)::bigint << 2)
        | ${isQr}::int | (${BOT}::int * is_bot::int)`;
  const arrays = (moments: Sql, sources: Sql, visitor: Sql) => sql`
    array_send(array_agg(${moments})) AS moments, array_send(array_agg(${sources})) AS sources,
    array_send(array_agg(coalesce(${visitor}, 0))) AS visitors`;
  const old = raw("device_type, os, browser, referrer_host, country");
  return sql`
    SELECT true AS "isConverted", ARRAY[language, placement] AS values,
           ${arrays(pack(sql`place_id`, sql`is_qr`), sql`(user_agent_id::bigint << 32) | referrer_id`, sql`visitor`)}
    FROM visits WHERE ${isAsked} GROUP BY language, placement
    UNION ALL
    SELECT false, ARRAY[${old}],
           ${arrays(pack(sql`0`, sql`(access_method = 'qr')`), sql`0::bigint`, sql`visitor_of_hash(visitor_hash)`)}
    FROM clicks WHERE ${isAsked} GROUP BY ${old}`;
}

/** Size of an array's header in Postgres's binary format, and of each element's length. */
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const ELEMENT_BYTES = LENGTH_BYTES + 8;

async function toPart({ isConverted, values, ...packed }: Group, dictionaries: Dictionaries): Promise<Part> {
  const size = (packed.moments.length - HEADER_BYTES) / ELEMENT_BYTES;
  const part: Part = {
    quarters: new Uint32Array(size),
    visitors: new Uint32Array(size * 2),
    agents: new Uint32Array(size),
    referrers: new Uint32Array(size),
    places: new Uint32Array(size),
    placement: 0,
    flags: new Uint8Array(size),
  };
  for (let index = 0, at = HEADER_BYTES + LENGTH_BYTES; index < size; index++, at += ELEMENT_BYTES) {
    part.places[index] = packed.moments.readUInt32BE(at);
    const moment = packed.moments.readUInt32BE(at + 4);
    part.quarters[index] = moment >>> 2;
    part.flags[index] = moment & 3;
    part.agents[index] = packed.sources.readUInt32BE(at);
    part.referrers[index] = packed.sources.readUInt32BE(at + 4);
    part.visitors[index * 2] = packed.visitors.readUInt32BE(at);
    part.visitors[index * 2 + 1] = packed.visitors.readUInt32BE(at + 4);
  }
  if (isConverted) await toNumbers(part, values, dictionaries);
  else fillWith(part, values, dictionaries);
  return part;
}

/** Replaces ids by numbers in the dictionaries. */
async function toNumbers(part: Part, [language, placement]: string[], dictionaries: Dictionaries): Promise<void> {
  part.placement = dictionaries.placements.numberOf([placement ?? null]);
  for (const name of ["agents", "referrers", "places"] as const) {
    const column = part[name];
    const dictionary = dictionaries[name];
    await dictionary.load(new Set(column));
    for (let index = 0; index < column.length; index++) column[index] = dictionary.numberOfId(column[index] ?? 0);
  }
  if (language) addLanguage(part.places, language, dictionaries.places);
}

/** Replaces places with the same ones including the language. */
function addLanguage(column: Uint32Array, language: string, places: Dictionary): void {
  const numbers = new Map<number, number>();
  for (const place of new Set(column)) {
    const [country = null, city = null] = places.values[place] ?? [];
    numbers.set(place, places.numberOf([country, city, language]));
  }
  for (let index = 0; index < column.length; index++) column[index] = numbers.get(column[index] ?? 0) ?? 0;
}

function fillWith(part: Part, [device, os, browser, host, country]: (string | null)[], dictionaries: Dictionaries) {
  part.agents.fill(dictionaries.agents.numberOf([device ?? null, os ?? null, browser ?? null]));
  part.referrers.fill(dictionaries.referrers.numberOf([host ?? null]));
  part.places.fill(dictionaries.places.numberOf([country ?? null, null, null]));
}

/** A day that is being filled. `numbers` numbers its visitors. */
type Filling = { columns: DayColumns; numbers: VisitorNumbers; size: number };

function byDay(parts: Part[]): Map<string, DayColumns> {
  const days = new Map<string, Filling>();
  const quarters = new Map<number, { filling: Filling; hour: number }>();
  const find = (quarter: number) => {
    const known = quarters.get(quarter);
    if (known) return known;
    const { day, hour } = localHourOf(quarter * QUARTER_MS, env().TIME_ZONE);
    const filling = days.get(day) ?? { columns: emptyDay(0), numbers: new VisitorNumbers(0), size: 0 };
    days.set(day, filling);
    const found = { filling, hour: Number(hour) };
    quarters.set(quarter, found);
    return found;
  };
  for (const part of parts) for (const quarter of part.quarters) find(quarter).filling.size++;
  for (const filling of days.values()) {
    filling.columns = emptyDay(filling.size);
    filling.numbers = new VisitorNumbers(filling.size);
  }
  for (const part of parts) {
    for (let index = 0; index < part.quarters.length; index++) {
      const { filling, hour } = find(part.quarters[index] ?? 0);
      append(filling, hour, part, index);
    }
  }
  return new Map([...days].map(([day, { columns }]) => [day, columns]));
}

function emptyDay(size: number): DayColumns {
  const column = () => new Uint32Array(size);
  const [agents, referrers, places, placements, visitors] = [column(), column(), column(), column(), column()];
  const [hours, flags] = [new Uint8Array(size), new Uint8Array(size)];
  return { clicks: 0, agents, referrers, places, placements, visitors, visitorCount: 0, hours, flags };
}

// Four parameters: an object per click would double the time.
function append({ columns: day, numbers }: Filling, hour: number, part: Part, index: number): void {
  const at = day.clicks++;
  day.agents[at] = part.agents[index] ?? 0;
  day.referrers[at] = part.referrers[index] ?? 0;
  day.places[at] = part.places[index] ?? 0;
  day.placements[at] = part.placement;
  day.hours[at] = hour;
  day.flags[at] = part.flags[index] ?? 0;
  const number = numbers.numberOf(part.visitors[index * 2] ?? 0, part.visitors[index * 2 + 1] ?? 0);
  day.visitors[at] = number;
  if (number > day.visitorCount) day.visitorCount = number;
}

/**
 * Numbers for the visitors of a day, from 1; 0 for none. A hash table with open addressing: a Map of bigints takes ten
 * times as long.
 */
class VisitorNumbers {
  readonly #mask: number;
  readonly #slots: Uint32Array;
  /** The halves of each visitor by number. */
  readonly #halves: Uint32Array;
  #count = 0;

  constructor(clicks: number) {
    const size = 2 ** Math.ceil(Math.log2(clicks * 2 + 2));
    this.#mask = size - 1;
    this.#slots = new Uint32Array(size);
    this.#halves = new Uint32Array(clicks * 2 + 2);
  }

  numberOf(high: number, low: number): number {
    if (high === 0 && low === 0) return 0;
    // Halves of a hash are spread evenly.
    for (let slot = (low ^ high) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const number = this.#slots[slot] ?? 0;
      if (number === 0) {
        this.#slots[slot] = ++this.#count;
        this.#halves[this.#count * 2] = high;
        this.#halves[this.#count * 2 + 1] = low;
        return this.#count;
      }
      if (this.#halves[number * 2] === high && this.#halves[number * 2 + 1] === low) return number;
    }
  }
}
