import type { DayRange } from "@/lib/days";
import { BOT, type DayColumns, QR } from "@/lib/stats/click-columns";
import { forEachDay } from "@/lib/stats/column-cache";
import { weekdayOf } from "@/lib/stats/ranges";
import { mapDimensions, type StatDimension, type StatFilter } from "@/lib/stats/types";
import { DICTIONARIES, DICTIONARY_NAMES, type Dictionaries, type Dictionary } from "@/lib/stats/value-dictionary";

/** Counts of a link's stored clicks, with bots counted separately. */
export type RawCounts = {
  clicks: number;
  /** Each visitor counts once per day. */
  visitors: number;
  scans: number;
  bots: number;
  /** By "YYYY-MM-DD", or with `byHour` by "YYYY-MM-DDTHH", in the installation's time zone. */
  byTime: Map<string, { clicks: number; visitors: number }>;
  /** The days with stored clicks, oldest first, even if none passes. */
  days: { day: string; clicks: number; bots: number }[];
  /** Clicks by value, unknown values included. */
  values: Record<StatDimension, Map<string, number>>;
};

type RawQuestion = { urlId: string; range: DayRange; filters: StatFilter[]; byHour: boolean };

export const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));

/**
 * Counts the stored clicks of a link that pass all filters. Exact, whatever the filters.
 *
 * @throws AppError unavailable when there are too many to count in time; Error when a statement takes too long
 */
export async function countRaw({ urlId, range, filters, byHour }: RawQuestion): Promise<RawCounts> {
  const counts = emptyCounts();
  let tally: Tally | undefined;
  await forEachDay(urlId, range, (day, columns, dictionaries) => {
    tally ??= new Tally(dictionaries, filters);
    addDay(counts, tally.count(day, columns), { day, byHour });
  });
  tally?.addValues(counts.values);
  return counts;
}

export function emptyCounts(): RawCounts {
  const values = mapDimensions(() => new Map<string, number>());
  return { clicks: 0, visitors: 0, scans: 0, bots: 0, byTime: new Map(), days: [], values };
}

type DayCounts = ReturnType<Tally["count"]>;

function addDay(counts: RawCounts, ofDay: DayCounts, { day, byHour }: { day: string; byHour: boolean }): void {
  counts.clicks += ofDay.clicks;
  counts.visitors += ofDay.visitors;
  counts.scans += ofDay.scans;
  counts.bots += ofDay.bots;
  counts.days.push({ day, clicks: ofDay.clicks, bots: ofDay.bots });
  if (ofDay.clicks === 0) return;
  add(counts.values.weekday, String(weekdayOf(day)), ofDay.clicks);
  for (const [index, hour] of HOURS.entries()) {
    const clicks = ofDay.clicksByHour[index] ?? 0;
    if (clicks === 0) continue;
    add(counts.values.hour, hour, clicks);
    if (byHour) counts.byTime.set(`${day}T${hour}`, { clicks, visitors: ofDay.visitorsByHour[index] ?? 0 });
  }
  if (!byHour) counts.byTime.set(day, { clicks: ofDay.clicks, visitors: ofDay.visitors });
  add(counts.values.access, "qr", ofDay.scans);
  add(counts.values.access, "direct", ofDay.clicks - ofDay.scans);
}

function add(counts: Map<string, number>, name: string, by: number): void {
  if (by > 0) counts.set(name, (counts.get(name) ?? 0) + by);
}

/** Counts by number in a dictionary, and which numbers pass the filters. */
class Column {
  #counts = new Uint32Array(0);
  #passes = new Uint8Array(0);
  #filled = 0;

  constructor(
    readonly dictionary: Dictionary,
    readonly filters: StatFilter[],
  ) {}

  /** Adapts to a dictionary that may have grown. */
  prepare(): { counts: Uint32Array; passes: Uint8Array } {
    const { values, name } = this.dictionary;
    if (this.#counts.length < values.length) {
      const counts = new Uint32Array(values.length * 2);
      counts.set(this.#counts);
      const passes = new Uint8Array(values.length * 2);
      passes.set(this.#passes);
      [this.#counts, this.#passes] = [counts, passes];
    }
    for (; this.#filled < values.length; this.#filled++) {
      const shown = values[this.#filled] ?? [];
      const isPassing = DICTIONARIES[name].every((dimension, index) =>
        this.filters.every(({ by, value }) => by !== dimension || value === shown[index]),
      );
      this.#passes[this.#filled] = isPassing ? 1 : 0;
    }
    return { counts: this.#counts, passes: this.#passes };
  }

  addTo(values: RawCounts["values"]): void {
    for (const [number, shown] of this.dictionary.values.entries()) {
      const count = this.#counts[number] ?? 0;
      for (const [index, dimension] of DICTIONARIES[this.dictionary.name].entries()) {
        add(values[dimension], shown[index] ?? "", count);
      }
    }
  }
}

/** Adds up days under the same filters. */
class Tally {
  /** In the order of DICTIONARY_NAMES. */
  readonly #columns: Column[];
  readonly #hours: Uint8Array;
  readonly #weekday: string | undefined;
  readonly #access: string | undefined;
  readonly #isOfScans: boolean;

  constructor(dictionaries: Dictionaries, filters: StatFilter[]) {
    const filteredBy = (dimension: StatDimension) => filters.find(({ by }) => by === dimension)?.value;
    this.#columns = DICTIONARY_NAMES.map((name) => new Column(dictionaries[name], filters));
    const hour = filteredBy("hour");
    this.#hours = Uint8Array.from(HOURS, (one) => (hour === undefined || one === hour ? 1 : 0));
    this.#weekday = filteredBy("weekday");
    this.#access = filteredBy("access");
    // Only scans have a placement, or lack one.
    this.#isOfScans = filteredBy("placement") !== undefined;
  }

  count(day: string, columns: DayColumns) {
    const [agents, referrers, places, placements] = this.#columns.map((column) => column.prepare());
    const [clicksByHour, visitorsByHour] = [new Uint32Array(HOURS.length), new Uint32Array(HOURS.length)];
    const found = { clicks: 0, visitors: 0, scans: 0, bots: 0, clicksByHour, visitorsByHour };
    if (!agents || !referrers || !places || !placements) return found;
    if (this.#weekday !== undefined && this.#weekday !== String(weekdayOf(day))) return found;
    /** The hours in which each visitor came, as bits. */
    const seen = new Uint32Array(columns.visitorCount + 1);
    for (let index = 0; index < columns.clicks; index++) {
      const [agent = 0, referrer = 0] = [columns.agents[index], columns.referrers[index]];
      const [place = 0, placement = 0] = [columns.places[index], columns.placements[index]];
      const [hour = 0, flags = 0] = [columns.hours[index], columns.flags[index]];
      const isPassing =
        agents.passes[agent] && referrers.passes[referrer] && places.passes[place] && placements.passes[placement];
      if (!isPassing || !this.#hours[hour] || !this.#passesAccess(flags)) continue;
      if (flags & BOT) {
        found.bots++;
        continue;
      }
      found.clicks++;
      if (flags & QR) found.scans++;
      increment(agents.counts, agent);
      increment(referrers.counts, referrer);
      increment(places.counts, place);
      increment(placements.counts, placement);
      increment(found.clicksByHour, hour);
      const visitor = columns.visitors[index] ?? 0;
      if (visitor === 0) continue;
      const hours = seen[visitor] ?? 0;
      if (hours === 0) found.visitors++;
      if (hours & (1 << hour)) continue;
      seen[visitor] = hours | (1 << hour);
      increment(found.visitorsByHour, hour);
    }
    return found;
  }

  #passesAccess(flags: number): boolean {
    if (this.#isOfScans && !(flags & QR)) return false;
    return this.#access === undefined || this.#access === (flags & QR ? "qr" : "direct");
  }

  addValues(values: RawCounts["values"]): void {
    for (const column of this.#columns) column.addTo(values);
  }
}

function increment(counts: Uint32Array, index: number): void {
  counts[index] = (counts[index] ?? 0) + 1;
}
