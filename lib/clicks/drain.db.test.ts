import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { drainSpool } from "@/lib/clicks/drain";
import { encodeClick } from "@/lib/clicks/record";
import { removeStoredSegments } from "@/lib/clicks/remove-segment";
import { openSpool, type Spool } from "@/lib/clicks/spool";
import { abandon } from "@/lib/clicks/testing/abandon";
import { recordedClick } from "@/lib/clicks/testing/clicks";
import type { Click } from "@/lib/clicks/types";
import { pool } from "@/lib/db/pool";
import { createUser } from "@/lib/db/testing/fixtures";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

// A database that is silent for seconds lets a busy writer fill its segment. A broken product fails every try.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

const NOON = Date.UTC(2026, 4, 31, 12);
const DAY_MS = 24 * 60 * 60 * 1000;

let folder: string;
let urlId: string;
let segments = 0;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-spool-"));
  urlId = await createLink();
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function createLink(): Promise<string> {
  const { id } = await createUrl(
    await createUser(),
    createUrlSchema.parse({ originalUrl: "https://example.com/page" }),
  );
  return id;
}

const click = (known: Partial<Click> = {}) =>
  recordedClick(urlId, NOON, { referer: "https://news.example/", ...known });

const append = (spool: Spool, clicks: Click[]) =>
  Promise.all(clicks.map((one) => new Promise<void>((resolve) => spool.append(one, resolve))));

/** Leaves clicks as a front does that has shut down cleanly. */
async function leave(clicks: Click[]): Promise<void> {
  const spool = openSpool(folder);
  await append(spool, clicks);
  spool.close();
}

/** A segment as a process of that pid left it. */
function writeSegment(pid: number, content: string): string {
  const file = path.join(folder, `${Date.now()}-${pid}-${segments++}-test.open`);
  writeFileSync(file, content);
  return file;
}

const addPlacement = (name: string, id = urlId) =>
  pool().query("INSERT INTO qr_placements (url_id, name) VALUES ($1, $2)", [id, name]);

const drain = () => drainSpool(pool(), folder);

/** The clicks of a link as stored in three places. */
async function told(id = urlId) {
  const { rows } = await pool().query(
    `SELECT (SELECT count(*)::int FROM stored_clicks WHERE url_id = $1 AND NOT is_bot) AS people,
            (SELECT count(*)::int FROM stored_clicks WHERE url_id = $1 AND is_bot) AS bots,
            (SELECT click_count::int FROM short_urls WHERE id = $1) AS counter,
            (SELECT coalesce(sum(count), 0)::int FROM click_rollups WHERE url_id = $1 AND dimension = 'total') AS total,
            (SELECT coalesce(sum(count), 0)::int FROM click_rollups WHERE url_id = $1 AND dimension = 'bot') AS bot_total`,
    [id],
  );
  return rows[0];
}

const allTold = (people: number, bots = 0) => ({ people, bots, counter: people, total: people, bot_total: bots });

async function positions(): Promise<number> {
  const { rowCount } = await pool().query("SELECT FROM spool_positions");
  return rowCount ?? 0;
}

test("scans keep the placements that their link has, and count without others", async () => {
  const other = await createLink();
  await addPlacement("menu");
  await addPlacement("poster", other);
  const scan = (placement: string | null, id = urlId) => click({ urlId: id, accessMethod: "qr", placement });
  await leave([scan("menu"), scan("menu"), scan("poster"), scan("stranger"), scan(null), scan("poster", other)]);
  expect(await drain()).toBe(6);
  const { rows } = await pool().query(
    "SELECT url_id, placement, count(*)::int FROM stored_clicks WHERE url_id = ANY ($1) GROUP BY 1, 2 ORDER BY 3, 2",
    [[urlId, other]],
  );
  expect(rows).toEqual([
    { url_id: other, placement: "poster", count: 1 },
    { url_id: urlId, placement: "menu", count: 2 },
    { url_id: urlId, placement: null, count: 3 },
  ]);
  const { rows: counts } = await pool().query(
    "SELECT qr::int, counts->>'placement:menu' AS menu FROM click_days WHERE scope_id = $1",
    [urlId],
  );
  expect(counts).toEqual([{ qr: 5, menu: "2" }]);
});

test("any name that a placement can have is kept", async () => {
  await addPlacement("null");
  await leave([click({ accessMethod: "qr", placement: "null" })]);
  await drain();
  const { rows } = await pool().query("SELECT placement FROM stored_clicks WHERE url_id = $1", [urlId]);
  expect(rows).toEqual([{ placement: "null" }]);
});

test("a placement that was removed stays with the scans counted before", async () => {
  await addPlacement("menu");
  await leave([click({ accessMethod: "qr", placement: "menu" })]);
  await drain();
  await pool().query("DELETE FROM qr_placements WHERE url_id = $1", [urlId]);
  await leave([click({ accessMethod: "qr", placement: "menu" })]);
  await drain();
  const { rows } = await pool().query("SELECT placement FROM stored_clicks WHERE url_id = $1 ORDER BY 1", [urlId]);
  expect(rows).toEqual([{ placement: "menu" }, { placement: null }]);
});

test("a click is stored as recorded", async () => {
  const noted = click({ accessMethod: "qr" });
  await leave([noted]);
  expect(await drain()).toBe(1);
  const { rows } = await pool().query("SELECT * FROM stored_clicks WHERE id = $1", [noted.id]);
  expect(rows).toMatchObject([
    {
      url_id: urlId,
      occurred_at: new Date(NOON),
      access_method: "qr",
      is_bot: false,
      ip_address: "131.130.1.11",
      referer: "https://news.example/",
      user_agent: noted.userAgent,
      device_type: "desktop",
      os: "Linux",
      browser: "Firefox",
      referrer_host: "news.example",
      country: "AT",
      visitor: expect.any(String),
    },
  ]);
});

test("each click is stored once, in batches, and rows, counters and rollups agree", async () => {
  const other = await createLink();
  const clicks = Array.from({ length: 3_000 }, (_, i) =>
    click({
      urlId: i % 3 === 0 ? other : urlId,
      at: NOON + (i % 2) * DAY_MS,
      accessMethod: i % 5 === 0 ? "qr" : "direct",
      referer: "x".repeat(600),
    }),
  );
  await leave(clicks);
  expect(await drain()).toBe(3_000);
  expect(await drain()).toBe(0);
  expect(await told(urlId)).toEqual(allTold(2_000));
  expect(await told(other)).toEqual(allTold(1_000));
  const { rows } = await pool().query(
    "SELECT day::text, dimension, value, count::int FROM click_rollups WHERE url_id = $1 AND dimension IN ('total', 'access_method') ORDER BY 1, 2, 3",
    [other],
  );
  expect(rows).toEqual([
    { day: "2026-05-31", dimension: "access_method", value: "direct", count: 400 },
    { day: "2026-05-31", dimension: "access_method", value: "qr", count: 100 },
    { day: "2026-05-31", dimension: "total", value: "", count: 500 },
    { day: "2026-06-01", dimension: "access_method", value: "direct", count: 400 },
    { day: "2026-06-01", dimension: "access_method", value: "qr", count: 100 },
    { day: "2026-06-01", dimension: "total", value: "", count: 500 },
  ]);
});

test("bots and prefetches are stored and counted apart", async () => {
  await leave([click(), click({ isPrefetch: true }), click({ userAgent: "curl/8.9.1" }), click({ userAgent: null })]);
  expect(await drain()).toBe(4);
  expect(await told()).toEqual(allTold(1, 3));
});

test("lines appended to an open segment are stored once", async () => {
  const spool = openSpool(folder);
  for (const count of [2, 3]) {
    await append(
      spool,
      Array.from({ length: count }, () => click()),
    );
    expect(await drain()).toBe(count);
  }
  expect(await told()).toEqual(allTold(5));
  spool.close();
});

test("an incomplete last line waits until it is complete", async () => {
  const line = encodeClick(click());
  const file = writeSegment(process.pid, encodeClick(click()) + line.slice(0, 50));
  expect(await drain()).toBe(1);
  expect(await drain()).toBe(0);
  appendFileSync(file, line.slice(50));
  expect(await drain()).toBe(1);
  expect(await told()).toEqual(allTold(2));
});

test("a damaged record affects no other", async () => {
  writeSegment(process.pid, `${encodeClick(click())}00000000 {"torn":\n${encodeClick(click())}`);
  expect(await drain()).toBe(2);
  expect(await told()).toEqual(allTold(2));
});

test("a crash between storing clicks and the position stores nothing, and the next drain stores all", async () => {
  await leave([click({ at: Date.UTC(2031, 0, 1) }), click({ at: Date.UTC(2031, 0, 2) })]);
  await pool().query(`
    CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'crash'; END $$;
    CREATE TRIGGER crash BEFORE UPDATE ON spool_positions FOR EACH ROW EXECUTE FUNCTION crash()`);
  await expect(drain()).rejects.toThrow("crash");
  expect(await told()).toEqual(allTold(0));
  await pool().query("DROP TRIGGER crash ON spool_positions");
  expect(await drain()).toBe(2);
  expect(await told()).toEqual(allTold(2));
});

test("a drain whose connection is killed loses and repeats no click", async () => {
  await leave(Array.from({ length: 50 }, () => click()));
  await pool().query(`
    CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$;
    CREATE TRIGGER die BEFORE UPDATE ON spool_positions FOR EACH ROW EXECUTE FUNCTION die()`);
  await expect(drain()).rejects.toThrow();
  await pool().query("DROP TRIGGER die ON spool_positions");
  await drain();
  expect(await told()).toEqual(allTold(50));
});

test("concurrent drains store each click once", async () => {
  for (let i = 0; i < 4; i++) await leave(Array.from({ length: 200 }, () => click()));
  const stored = await Promise.all([drain(), drain(), drain(), drain()]);
  expect(stored.reduce((sum, count) => sum + count, 0)).toBe(800);
  expect(await told()).toEqual(allTold(800));
});

describe("a segment", () => {
  test("that is closed and stored is deleted, and its position stays", async () => {
    const before = await positions();
    await leave([click()]);
    await drain();
    expect([readdirSync(folder), await positions()]).toEqual([[], before + 1]);
  });

  test("that was written recently is kept, whoever its writer is", async () => {
    const { pid } = spawnSync("true");
    const files = [process.pid, pid].map((writer) => writeSegment(writer, encodeClick(click())));
    expect(await drain()).toBe(2);
    for (const file of files) expect(readFileSync(file, "utf8")).not.toBe("");
  });

  test.each([
    ["", -6],
    [" before the clock was set back", 14 * 365 * 24 * 60],
  ])("that is abandoned%s is stored and deleted, with its incomplete last line", async (_when, minutes) => {
    const file = writeSegment(process.pid, encodeClick(click()) + encodeClick(click()).slice(0, 30));
    const writtenAt = new Date(Date.now() + minutes * 60_000);
    utimesSync(file, writtenAt, writtenAt);
    expect(await drain()).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  /** A live writer whose segment was opened so long ago. */
  async function writeSince(minutes: number): Promise<Spool> {
    const spool = openSpool(folder);
    const clock = jest.spyOn(Date, "now").mockReturnValue(Date.now() - minutes * 60_000);
    await append(spool, [click()]);
    clock.mockRestore();
    return spool;
  }

  const addressesIn = (address: string) =>
    readdirSync(folder).filter((name) => readFileSync(path.join(folder, name), "utf8").includes(address));

  test("that is an hour old keeps no address once it is stored, and its live writer loses nothing", async () => {
    const spool = await writeSince(61);
    expect(addressesIn("131.130.1.11")).toHaveLength(1);
    expect(await drain()).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
    await append(spool, [click()]);
    expect(await drain()).toBe(1);
    expect(await told()).toEqual(allTold(2));
    expect([spool.dropped(), addressesIn("131.130.1.11").length]).toEqual([0, 1]);
    spool.close();
  });

  test("that is stored can be removed at once, and others once they are stored", async () => {
    const stored = await writeSince(0);
    await drain();
    const waiting = openSpool(folder);
    await append(waiting, [click()]);
    await removeStoredSegments(pool(), folder);
    expect(addressesIn("131.130.1.11")).toEqual([expect.stringMatching(/\.closed$/)]);
    await append(stored, [click()]);
    await append(waiting, [click()]);
    await drain();
    expect(await told()).toEqual(allTold(4));
    for (const spool of [stored, waiting]) spool.close();
  });

  test("that another worker has removed meanwhile leaves no note behind", async () => {
    await leave([click()]);
    type Query = (this: pg.Client, ...args: unknown[]) => Promise<unknown>;
    const original = pg.Client.prototype.query as unknown as Query;
    const removing: Query = function (...args) {
      if (args[0] === "COMMIT") for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
      return original.apply(this, args);
    };
    const spy = jest.spyOn(pg.Client.prototype, "query").mockImplementation(removing as never);
    expect(await drain().finally(() => spy.mockRestore())).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("that is written to all the time does not hold up the others", async () => {
    const [busy, calm] = [openSpool(folder), openSpool(folder)];
    for (const spool of [busy, calm]) await append(spool, [click()]);
    const segments = () => readdirSync(folder).filter((name) => name.endsWith(".open"));
    const opened = segments();
    let isBusy = true;
    const writing = (async () => {
      while (isBusy) await append(busy, [click(), click(), click()]);
    })();
    await drain();
    isBusy = false;
    await writing;
    // Otherwise it ends with the segment, at 16 MiB.
    expect(segments()).toEqual(opened);
    for (const spool of [busy, calm]) spool.close();
  });

  test("that seems abandoned, and whose writer continues, loses nothing", async () => {
    const spool = openSpool(folder);
    const append = () => new Promise<void>((resolve) => spool.append(click(), resolve));
    for (let round = 1; round <= 3; round++) {
      await append();
      const [name = ""] = readdirSync(folder).filter((one) => one.endsWith(".open"));
      abandon(path.join(folder, name));
      await drain();
      expect(readdirSync(folder)).toEqual([]);
      expect(await told()).toEqual(allTold(round));
    }
    spool.close();
    expect(spool.dropped()).toBe(0);
  });
});

test("clicks of a segment are stored again in an earlier state of the database", async () => {
  const file = path.join(folder, `${Date.now()}-1-0-back`);
  writeFileSync(`${file}.open`, encodeClick(click()) + encodeClick(click()));
  await drain();
  await pool().query("DELETE FROM visits; DELETE FROM click_days; UPDATE short_urls SET click_count = 0");
  await pool().query("UPDATE spool_positions SET position = 0");
  renameSync(`${file}.open`, `${file}.closed`);
  await drain();
  await drain();
  expect(await told()).toEqual(allTold(2));
  expect(readdirSync(folder)).toEqual([]);
});

test("a missing folder is empty", async () => {
  expect(await drainSpool(pool(), path.join(folder, "nowhere"))).toBe(0);
});

test("a spool restored from a backup adds nothing, and new clicks are stored", async () => {
  const name = `${Date.now()}-1-0-backup.closed`;
  const lines = encodeClick(click()) + encodeClick(click());
  writeFileSync(path.join(folder, name), lines);
  await drain();
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(path.join(folder, name), lines + encodeClick(click()));
  await drain();
  expect(await told()).toEqual(allTold(3));
  expect(readdirSync(folder)).toEqual([]);
});
