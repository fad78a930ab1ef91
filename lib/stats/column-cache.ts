import { setImmediate } from "node:timers/promises";
import { type DayTotals, readDayTotals } from "@/lib/analytics/rollups";
import { createBoundedMap } from "@/lib/bounded-map";
import { readValuesGeneration } from "@/lib/clicks/value-tables";
import type { DayRange } from "@/lib/days";
import { readPool } from "@/lib/db/read-pool";
import { AppError } from "@/lib/errors";
import { BYTES_PER_CLICK, type DayColumns, readColumns } from "@/lib/stats/click-columns";
import { createDictionaries, type Dictionaries } from "@/lib/stats/value-dictionary";

/** Cache size per process, enough for about 2,900,000 clicks. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Clicks read by one statement. */
const MAX_CLICKS_AT_ONCE = 150_000;
/** Maximum ids in the dictionaries, about 100 bytes each. */
const MAX_IDS = 300_000;
const DEADLINE_MS = 30_000;
const RETRY_AFTER_SECONDS = 30;
const TOO_MANY_CLICKS = "Counting these clicks takes too long. Please choose a shorter range.";

/** Columns are only valid with the dictionaries with which they were read. */
type Entry = { versions: string; columns: DayColumns; dictionaries: Dictionaries };

/** Days by link and day, the least recently used first. */
const kept = createBoundedMap<Entry>(MAX_BYTES, ({ columns }) => columns.clicks * BYTES_PER_CLICK + 500);
let dictionaries = createDictionaries();
let generation = "";

/** Queries for the same link run one after another, so that concurrent ones read its clicks only once. */
const reading = new Map<string, Promise<unknown>>();

/**
 * Reads the clicks of each day with clicks in a range, oldest first. Days are cached until their counts are written,
 * which every new click does.
 *
 * @param use called for each day, with the dictionaries that its columns refer to
 * @throws AppError unavailable
 */
export async function forEachDay(
  urlId: string,
  range: DayRange,
  use: (day: string, columns: DayColumns, known: Dictionaries) => void,
): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  const before = reading.get(urlId) ?? Promise.resolve();
  const turn = before.catch(() => undefined).then(() => readDays({ urlId, range, deadline }, use));
  reading.set(urlId, turn);
  try {
    await turn;
  } finally {
    if (reading.get(urlId) === turn) reading.delete(urlId);
  }
}

type Turn = { urlId: string; range: DayRange; deadline: number };

async function readDays({ urlId, range, deadline }: Turn, use: Parameters<typeof forEachDay>[2]): Promise<void> {
  await forgetChangedIds();
  const known = dictionaries;
  // A row written in the meantime has another version than the one kept here, so its day is read again next time.
  for (const span of spansOf(urlId, await readDayTotals(urlId, range), known)) {
    assertInTime(deadline);
    const found = span.isKept ? undefined : await readSpan({ urlId, deadline }, span, known);
    for (const { day, versions, columns = found?.get(day) } of span.days) {
      if (!columns) continue;
      // Not if they were replaced while the day was read.
      if (known === dictionaries) kept.set(keyOf(urlId, day), { versions, columns, dictionaries: known });
      use(day, columns, known);
    }
    // Other calls continue in the meantime.
    await setImmediate();
  }
}

/** A day with very many clicks is read in parts. */
function readSpan({ urlId, deadline }: Omit<Turn, "range">, { from, to, clicks }: Span, dictionaries: Dictionaries) {
  return readColumns(urlId, { from, to }, dictionaries, {
    clicksAtOnce: clicks > MAX_CLICKS_AT_ONCE ? MAX_CLICKS_AT_ONCE : undefined,
    beforePart: () => assertInTime(deadline),
  });
}

function assertInTime(deadline: number): void {
  if (performance.now() > deadline) throw new AppError("unavailable", TOO_MANY_CLICKS, undefined, RETRY_AFTER_SECONDS);
}

/** Clears outdated ids, and those of a flood of user agents or referrers. */
async function forgetChangedIds(): Promise<void> {
  const current = await readValuesGeneration(readPool());
  const size = Object.values(dictionaries).reduce((sum, dictionary) => sum + dictionary.size, 0);
  if (current === generation && size <= MAX_IDS) return;
  generation = current;
  kept.clear();
  dictionaries = createDictionaries();
}

type Span = {
  from: string;
  to: string;
  isKept: boolean;
  /** Includes the columns of cached days, which may be evicted before their turn. */
  days: { day: string; versions: string; columns: DayColumns | undefined }[];
  clicks: number;
};

/** Groups consecutive days that are all cached or all to be read; the latter up to a number of clicks. */
function spansOf(urlId: string, totals: DayTotals[], current: Dictionaries): Span[] {
  const days = new Map<string, { versions: string; clicks: number }>();
  for (const { day, isBot, total, version } of totals) {
    const known = days.get(day) ?? { versions: "", clicks: 0 };
    days.set(day, { versions: `${known.versions} ${isBot} ${version}`, clicks: known.clicks + total });
  }
  const spans: Span[] = [];
  for (const [day, { versions, clicks }] of days) {
    const known = kept.get(keyOf(urlId, day));
    const isKept = known?.versions === versions && known.dictionaries === current;
    const one = { day, versions, columns: isKept ? known.columns : undefined };
    const last = spans.at(-1);
    if (last?.isKept === isKept && last.clicks + clicks <= MAX_CLICKS_AT_ONCE) {
      last.to = day;
      last.clicks += clicks;
      last.days.push(one);
    } else spans.push({ from: day, to: day, isKept, days: [one], clicks });
  }
  return spans;
}

function keyOf(urlId: string, day: string): string {
  return `${urlId} ${day}`;
}
