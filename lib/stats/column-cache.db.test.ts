import type { EnrichedClick } from "@/lib/clicks/enrich";
import { deleteClicks, enrichedClick, store, visitorNamed } from "@/lib/clicks/testing/clicks";
import { MAX_NEW_ROWS } from "@/lib/clicks/value-tables";
import { pool } from "@/lib/db/pool";
import { untilBlocked } from "@/lib/db/testing/blocked";
import { createUser } from "@/lib/db/testing/fixtures";
import { inTransaction } from "@/lib/db/transaction";
import { env } from "@/lib/env";
import { type DayColumns, readColumns } from "@/lib/stats/click-columns";
import { forEachDay } from "@/lib/stats/column-cache";
import { countRaw } from "@/lib/stats/raw-counts";
import type { StatFilter } from "@/lib/stats/types";
import { createDictionaries, type Dictionaries } from "@/lib/stats/value-dictionary";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

const RANGE = { from: "2026-09-01", to: "2026-09-02" };

let link: string;

beforeAll(() => Object.assign(env(), { TIME_ZONE: "UTC" }));

beforeEach(async () => {
  await deleteClicks();
  link = (await createUrl(await createUser(), createUrlSchema.parse({ originalUrl: "https://example.com/" }))).id;
});

const click = (at: string, known: Partial<EnrichedClick> = {}) => enrichedClick(link, at, known);

/** The country under which each click is counted. */
function countriesOf({ places }: DayColumns, known: Dictionaries): string[] {
  return [...places].map((number) => known.places.values[number]?.[0] ?? "nothing").sort();
}

async function readCountries(urlId: string): Promise<string[]> {
  const countries: string[] = [];
  await forEachDay(urlId, RANGE, (_day, columns, known) => countries.push(...countriesOf(columns, known)));
  return countries;
}

test("a day that was read while the dictionaries were replaced is not used with the new ones later", async () => {
  await store([click("2026-09-01T10:00:00Z", { country: "DE" }), click("2026-09-01T11:00:00Z", { country: "AT" })]);
  let first: Promise<string[]> | undefined;
  await inTransaction(pool(), async (client) => {
    await client.query("LOCK TABLE visits IN ACCESS EXCLUSIVE MODE");
    first = readCountries(link);
    await untilBlocked(pool());
    await client.query("SELECT nextval('click_values_generation')");
    // This link has no clicks, so the call does not wait.
    expect(await readCountries("00000000-0000-7000-8000-000000000000")).toEqual([]);
  });
  expect(await first).toEqual(["AT", "DE"]);
  expect(await readCountries(link)).toEqual(["AT", "DE"]);
});

test("values that were replaced are read again, even for a day that is cached", async () => {
  await store([click("2026-09-01T10:00:00Z", { country: "CH" })]);
  expect(await readCountries(link)).toEqual(["CH"]);
  await pool().query("UPDATE places SET country = 'LI' WHERE country = 'CH'");
  await pool().query("SELECT nextval('click_values_generation')");
  expect(await readCountries(link)).toEqual(["LI"]);
});

test("a language is counted and found, whether the place or the click has it", async () => {
  const at = (minute: number) => `2026-09-01T10:0${minute}:00Z`;
  await store([click(at(0), { country: "AT", language: "de" }), click(at(1), { country: "AT" })]);
  await pool().query(
    "INSERT INTO places (digest, last_month) SELECT gen_random_uuid(), now() FROM generate_series(1, $1::int)",
    [MAX_NEW_ROWS],
  );
  await store([
    click(at(2), { country: "AT", language: "de" }),
    click(at(3), { country: "AT", language: "gsw" }),
    click(at(4), { language: "gsw" }),
  ]);
  await pool().query("DELETE FROM places WHERE country IS NULL AND language IS NULL");

  const { rows } = await pool().query("SELECT language AS own FROM visits ORDER BY occurred_at");
  expect(rows.map(({ own }) => own)).toEqual(["", "", "", "gsw", "gsw"]);
  const listed = await pool().query("SELECT country, language FROM stored_clicks ORDER BY occurred_at");
  expect(listed.rows.map(({ country, language }) => [country, language])).toEqual([
    ["AT", "de"],
    ["AT", null],
    ["AT", "de"],
    ["AT", "gsw"],
    [null, "gsw"],
  ]);
  const count = (filters: StatFilter[]) => countRaw({ urlId: link, range: RANGE, filters, byHour: false });
  expect([...(await count([])).values.language].sort()).toEqual([
    ["Unknown", 1],
    ["de", 2],
    ["gsw", 2],
  ]);
  expect((await count([{ by: "language", value: "gsw" }])).clicks).toBe(2);
  expect([...(await count([{ by: "country", value: "AT" }])).values.language].sort()).toEqual([
    ["Unknown", 1],
    ["de", 2],
    ["gsw", 1],
  ]);
});

test("a day that is read in parts has the same clicks", async () => {
  const clicks = Array.from({ length: 40 }, (_, n) =>
    // Some at the same moment, most within one hour.
    click(new Date(Date.UTC(2026, 8, n < 35 ? 1 : 2, 9, Math.floor(n / 3))).toISOString(), {
      country: n % 2 ? "DE" : "AT",
      language: n % 5 ? "de" : "en",
      visitorHash: visitorNamed(`visitor ${n % 7}`),
    }),
  );
  await store(clicks);
  const known = createDictionaries();
  const read = async (reading?: Parameters<typeof readColumns>[3]) =>
    [...(await readColumns(link, RANGE, known, reading))].map(([day, columns]) => ({
      day,
      clicks: columns.clicks,
      visitors: columns.visitorCount,
      countries: countriesOf(columns, known),
    }));
  let parts = 0;
  const inParts = await read({ clicksAtOnce: 6, beforePart: () => parts++ });
  expect(inParts).toEqual(await read());
  expect(inParts.map((day) => day.clicks)).toEqual([35, 5]);
  expect(parts).toBe(7);
});
