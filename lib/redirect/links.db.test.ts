import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { pool } from "@/lib/db/pool";
import { untilBlocked } from "@/lib/db/testing/blocked";
import { createUser, unique } from "@/lib/db/testing/fixtures";
import { UNLIMITED } from "@/lib/redirect/client-limiter";
import { openLinkSource } from "@/lib/redirect/link-source";
import { createLinkFinder } from "@/lib/redirect/links";
import { createRedirector } from "@/lib/redirect/redirector";
import { requestHead } from "@/lib/redirect/testing/request-head";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

// A look-up gives up after 850 ms.
// A broken product fails every try.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

const CLIENT = 1;
const databaseUrl = process.env.DATABASE_URL ?? "";
const dataDir = mkdtempSync(path.join(tmpdir(), "hop-links-"));

afterAll(() => rmSync(dataDir, { recursive: true }));

type Closable = { close(): Promise<void> };

const opened: Closable[] = [];

/** Closed after the test, even if it fails, since its connections would disturb other files. */
function open<T extends Closable>(one: T): T {
  opened.push(one);
  return one;
}

afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

/** Counts the look-ups that reach Postgres while `work` runs. */
async function countLookUps(work: () => Promise<void>): Promise<number> {
  const asked = jest.spyOn(pg.Pool.prototype, "query");
  const isLookUp = ([query]: unknown[]) => (query as { name?: string }).name === "find-links";
  await work();
  return asked.mock.calls.filter(isLookUp).length;
}

async function createLink(): Promise<string> {
  const input = createUrlSchema.parse({ originalUrl: "https://example.com/page", shortCode: unique("link") });
  return (await createUrl(await createUser(), input)).shortCode;
}

test("a thousand concurrent first visits to a link are one query", async () => {
  const shortCode = await createLink();
  const redirector = open(
    createRedirector({ databaseUrl, dataDir, cacheBytes: 1e6, clientIp: () => null, country: () => null }),
  );
  const head = requestHead({ target: `/${shortCode}` });
  const visit = () =>
    new Promise<number>((resolve) => redirector.answer(head, undefined, ({ status }) => resolve(status)));
  const count = await countLookUps(async () => {
    const statuses = await Promise.all(Array.from({ length: 1_000 }, visit));
    expect(new Set(statuses)).toEqual(new Set([302]));
  });
  expect(count).toBe(1);
});

test("concurrent look-ups of a thousand codes share few queries", async () => {
  const finder = open(createLinkFinder(databaseUrl));
  const shortCode = await createLink();
  const keys = Array.from({ length: 999 }, () => unique("unknown"));
  const count = await countLookUps(async () => {
    const found = await Promise.all([...keys, shortCode].map((key) => finder.find(key, CLIENT)));
    expect(found.filter(Boolean)).toEqual([expect.objectContaining({ destination: "https://example.com/page" })]);
  });
  expect(count).toBeLessThanOrEqual(4);
});

test("a client that asks for a thousand codes does not delay others", async () => {
  const finder = open(createLinkFinder(databaseUrl));
  const shortCode = await createLink();
  const holder = await pool().connect();
  await holder.query("BEGIN; LOCK TABLE short_urls IN ACCESS EXCLUSIVE MODE");
  let answered = 0;
  const flood = Array.from({ length: 5_000 }, () =>
    finder.find(unique("flood"), CLIENT).then(
      () => {
        answered += 1;
      },
      () => undefined,
    ),
  );
  const other = finder.find(shortCode, CLIENT + 1);
  await holder.query("ROLLBACK");
  holder.release();
  expect(await other).toMatchObject({ status: "active" });
  // The two queries that were running, and the two after them.
  expect(answered).toBeLessThanOrEqual(1_002);
  await Promise.all(flood);
});

test("look-ups that timed out are not run once the database answers again", async () => {
  const finder = open(createLinkFinder(databaseUrl));
  const shortCode = await createLink();
  const holder = await pool().connect();
  await holder.query("BEGIN; LOCK TABLE short_urls IN ACCESS EXCLUSIVE MODE");
  const count = await countLookUps(async () => {
    const visits = Array.from({ length: 5_000 }, () => finder.find(unique("flood"), CLIENT));
    const outcomes = await Promise.allSettled(visits);
    await holder.query("ROLLBACK");
    holder.release();
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toEqual([]);
    expect(await finder.find(shortCode, CLIENT)).toMatchObject({ status: "active" });
  });
  // One for each connection while it hung, another for each with the look-ups that time out a moment later, and the
  // last.
  expect(count).toBeLessThanOrEqual(5);
});

test("links are looked up ahead by few queries", async () => {
  const codes = await Promise.all(Array.from({ length: 3 }, createLink));
  const links = open(openLinkSource({ databaseUrl, cacheBytes: 1e6, unknownLimit: UNLIMITED }));
  const unknown = Array.from({ length: 700 }, () => unique("gone"));
  expect(await countLookUps(() => links.warm([...codes, ...unknown]))).toBeLessThan(10);
  // Two connections look them up: whichever answers first.
  expect(links.codes(10).toSorted()).toEqual(codes.toSorted());
});

test("visits to unknown codes are counted, whatever isolation level the database user has", async () => {
  const url = new URL(databaseUrl);
  url.searchParams.set("options", "-c default_transaction_isolation=serializable");
  const finder = open(createLinkFinder(url.href));
  const visit = { code: unique("typo"), visits: 1, lastSeenAt: new Date() };
  await finder.storeUnknown([visit]);
  const other = await pool().connect();
  await other.query("BEGIN");
  await other.query("UPDATE unknown_codes SET visits = 2 WHERE code = $1", [visit.code]);
  const stored = finder.storeUnknown([visit]);
  stored.catch(() => undefined);
  await untilBlocked(other);
  await other.query("COMMIT");
  other.release();
  await stored;
  const { rows } = await pool().query("SELECT visits FROM unknown_codes WHERE code = $1", [visit.code]);
  expect(rows).toEqual([{ visits: 3 }]);
});
