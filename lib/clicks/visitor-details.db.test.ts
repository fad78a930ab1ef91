import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { v7 as uuidv7 } from "uuid";
import { enrichClicks } from "@/lib/clicks/enrich";
import { decodeClick, encodeClick } from "@/lib/clicks/record";
import { rejectClicks } from "@/lib/clicks/rejected";
import { recordedClick } from "@/lib/clicks/testing/clicks";
import { writeMmdb } from "@/lib/clicks/testing/mmdb";
import type { Click } from "@/lib/clicks/types";
import { pool } from "@/lib/db/pool";
import { inTransaction } from "@/lib/db/transaction";
import { type Env, env } from "@/lib/env";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-cities-"));
  const file = path.join(folder, "cities.mmdb");
  writeFileSync(file, writeMmdb({ "192.0.2.7": { city: { names: { en: "Vienna" } }, country: { iso_code: "AT" } } }));
  // Read when the first click is enriched.
  Object.assign(env(), { GEOIP_FILE: file });
});

afterAll(() => rmSync(folder, { recursive: true }));

afterEach(() => Object.assign(env(), { IP_MODE: "full", VISITOR_DETAILS: undefined }));

const click = (known: Partial<Click> = {}) =>
  recordedClick(uuidv7(), Date.UTC(2026, 4, 31, 12), { ip: "192.0.2.7", language: "de", ...known });

const MODES: [string, Partial<Env>, boolean][] = [
  ["by default", {}, true],
  ["with IP_MODE=truncated", { IP_MODE: "truncated" }, true],
  ["with IP_MODE=none", { IP_MODE: "none" }, false],
  ["with IP_MODE=none and VISITOR_DETAILS=on", { IP_MODE: "none", VISITOR_DETAILS: "on" }, true],
  ["with VISITOR_DETAILS=off", { VISITOR_DETAILS: "off" }, false],
];

test.each(MODES)("%s, a click has city and language: %#", async (_case, variables, isStored) => {
  Object.assign(env(), variables);
  const stored = isStored ? { city: "Vienna, AT", language: "de" } : { city: null, language: null };
  expect(await enrichClicks(pool(), [click()])).toMatchObject([{ country: "AT", ...stored }]);
});

test("a city in another country than the proxy's is not stored", async () => {
  const clicks = [click({ country: "AT" }), click({ country: "DE" }), click({ ip: null, country: "AT" })];
  expect((await enrichClicks(pool(), clicks)).map(({ country, city }) => [country, city])).toEqual([
    ["AT", "Vienna, AT"],
    ["DE", null],
    ["AT", null],
  ]);
});

test.each(MODES)("%s, a click that cannot be stored keeps its language: %#", async (_case, variables, isStored) => {
  Object.assign(env(), variables);
  const segment = uuidv7();
  const rejected = { position: 0, bytes: Buffer.from(encodeClick(click()).trimEnd()), reason: "test" };
  await inTransaction(pool(), (client) => rejectClicks(client, segment, [rejected]));
  const { rows } = await pool().query("SELECT record FROM rejected_clicks WHERE segment = $1", [segment]);
  expect(decodeClick(rows[0].record.toString())?.language).toBe(isStored ? "de" : null);
});
