import { createLinkCache } from "@/lib/redirect/cache";
import type { Link, Turn } from "@/lib/redirect/links";

const link = (destination: string): Link => ({ id: destination, status: "active", destination });

const CLIENT = 1;
const LIFETIME_MS = 2_000;
const UNKNOWN_LIFETIME_MS = 10_000;
const MAX_STALE_MS = 60_000;
const START = 10;

afterEach(() => jest.restoreAllMocks());

/** A cache on a table that counts its look-ups, and a clock. */
function setUp({ maxBytes = 1e6, maxUnknown = 100, isListening = true } = {}) {
  const table = new Map<string, Link>();
  const lookedUp: string[] = [];
  const turns: Turn[] = [];
  const clock = { now: 1 };
  jest.spyOn(performance, "now").mockImplementation(() => clock.now);
  let failure: Error | undefined;
  let gate: Promise<void> | undefined;
  const cache = createLinkCache({
    load: async (key, turn) => {
      lookedUp.push(key);
      turns.push(turn);
      const read = table.get(key) ?? null;
      await gate;
      if (failure) throw failure;
      return read;
    },
    maxBytes,
    maxUnknown,
    unknownTtlMs: UNKNOWN_LIFETIME_MS,
    fallbackTtlMs: LIFETIME_MS,
    maxStaleMs: MAX_STALE_MS,
  });
  cache.setListening(isListening);
  clock.now = START;
  return {
    // Looks up like a visitor whose client is under its limit.
    cache: { ...cache, find: (key: string) => visit(cache, key) },
    rawCache: cache,
    table,
    lookedUp,
    turns,
    clock,
    fail: (error: Error | undefined) => {
      failure = error;
    },
    /** Makes look-ups read, but not answer before the returned function is called. */
    hold: () => {
      let open: () => void = () => undefined;
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return () => {
        gate = undefined;
        open();
      };
    },
  };
}

function visit(cache: ReturnType<typeof createLinkCache>, key: string) {
  const found = cache.find(key);
  return found === undefined ? cache.lookUp(key, CLIENT) : found;
}

test("finding an uncached code starts no look-up", async () => {
  const { rawCache, table, lookedUp, turns, clock } = setUp();
  table.set("a", link("1"));
  expect([rawCache.find("a"), rawCache.find("b"), lookedUp]).toEqual([undefined, undefined, []]);
  const first = rawCache.lookUp("a", CLIENT);
  // Another visitor's look-up is in progress.
  await expect(rawCache.find("a")).resolves.toMatchObject(link("1"));
  await first;
  await rawCache.lookUp("b", CLIENT);
  expect(rawCache.find("b")).toBeNull();
  expect(turns).toEqual([CLIENT, CLIENT]);
  // An outdated link is read again in a turn of its own, whichever client visits it.
  rawCache.setListening(false);
  clock.now += LIFETIME_MS + 1;
  await expect(rawCache.find("a")).resolves.toMatchObject(link("1"));
  expect(turns).toEqual([CLIENT, CLIENT, "a"]);
});

test("a link is looked up once, and then returned synchronously", async () => {
  const { cache, table, lookedUp } = setUp();
  table.set("a", link("1"));
  await expect(cache.find("a")).resolves.toMatchObject(link("1"));
  expect(cache.find("a")).toMatchObject(link("1"));
  expect(lookedUp).toEqual(["a"]);
});

test("unknown codes are cached", async () => {
  const { cache, lookedUp } = setUp();
  await cache.find("nobody");
  expect(cache.find("nobody")).toBeNull();
  expect(lookedUp).toEqual(["nobody"]);
});

test("a hundred concurrent visits to one code share one look-up", async () => {
  const { cache, table, lookedUp } = setUp();
  table.set("a", link("1"));
  const found = await Promise.all(Array.from({ length: 1000 }, () => cache.find("a")));
  expect(new Set(found)).toEqual(new Set([link("1")]));
  expect(lookedUp).toHaveLength(1);
});

test("a failed look-up rejects for all waiting visits, and the next visit retries", async () => {
  const { cache, table, fail } = setUp();
  table.set("a", link("1"));
  fail(new Error("no database"));
  const waiting = [cache.find("a"), cache.find("a")];
  for (const visit of waiting) await expect(visit).rejects.toThrow("no database");
  fail(undefined);
  await expect(cache.find("a")).resolves.toMatchObject(link("1"));
});

test("a changed link is looked up again", async () => {
  const { cache, table } = setUp();
  table.set("a", link("1"));
  await cache.find("a");
  table.set("a", link("2"));
  cache.invalidate("a");
  await expect(cache.find("a")).resolves.toMatchObject(link("2"));
});

test("a link that changes during its look-up is looked up again, and the old version is not cached", async () => {
  const { cache, table, lookedUp, hold } = setUp();
  table.set("a", link("1"));
  const release = hold();
  const before = cache.find("a");
  table.set("a", link("2"));
  cache.invalidate("a");
  const after = cache.find("a");
  release();
  await before;
  await expect(after).resolves.toMatchObject(link("2"));
  expect(cache.find("a")).toMatchObject(link("2"));
  expect(lookedUp).toHaveLength(2);
});

test("stays within its size and evicts links that were not visited", async () => {
  const { cache, table, lookedUp } = setUp({ maxBytes: 2 * (200 + 2) });
  for (const key of ["a", "b", "c"]) table.set(key, link("1"));
  await cache.find("a");
  await cache.find("b");
  cache.find("a");
  await cache.find("c");
  expect(cache.size()).toEqual({ links: 2, bytes: 2 * (200 + 2) });
  lookedUp.length = 0;
  expect(cache.find("a")).toMatchObject(link("1"));
  expect(cache.find("c")).toMatchObject(link("1"));
  await cache.find("b");
  expect(lookedUp).toEqual(["b"]);
});

test("trying codes evicts no link, and the number of cached unknown codes is limited", async () => {
  const { cache, table, lookedUp } = setUp({ maxUnknown: 3 });
  table.set("a", link("1"));
  await cache.find("a");
  for (let i = 0; i < 50; i++) await cache.find(`try-${i}`);
  lookedUp.length = 0;
  expect(cache.find("a")).toMatchObject(link("1"));
  for (const i of [47, 48, 49]) expect(cache.find(`try-${i}`)).toBeNull();
  expect(lookedUp).toEqual([]);
  await cache.find("try-46");
  expect(lookedUp).toEqual(["try-46"]);
});

test("an unknown code is looked up again after ten seconds, in case its link was never announced", async () => {
  const { cache, table, clock } = setUp();
  await cache.find("a");
  table.set("a", link("1"));
  clock.now += UNKNOWN_LIFETIME_MS;
  expect(cache.find("a")).toBeNull();
  clock.now += 1;
  await expect(cache.find("a")).resolves.toMatchObject(link("1"));
});

describe("while not listening", () => {
  test("a link is looked up again once it is two seconds old", async () => {
    const { cache, table, clock } = setUp({ isListening: false });
    table.set("a", link("1"));
    await cache.find("a");
    table.set("a", link("2"));
    clock.now = START + LIFETIME_MS;
    expect(cache.find("a")).toMatchObject(link("1"));
    clock.now = START + LIFETIME_MS + 1;
    await expect(cache.find("a")).resolves.toMatchObject(link("2"));
  });

  test("the old link is served when the look-up fails", async () => {
    const { cache, table, clock, fail } = setUp();
    table.set("a", link("1"));
    await cache.find("a");
    cache.setListening(false);
    fail(new Error("no database"));
    clock.now = START + LIFETIME_MS + 1;
    await expect(cache.find("a")).resolves.toMatchObject(link("1"));
    await expect(cache.find("unknown")).rejects.toThrow("no database");
  });
});

describe("while the database is down", () => {
  test("old links are served immediately until the database is back", async () => {
    const { cache, table, clock, fail } = setUp();
    table.set("a", link("1"));
    await cache.find("a");
    cache.setListening(false);
    clock.now = START + LIFETIME_MS + 1;
    fail(new Error("no database"));
    await cache.find("a");
    expect(cache.find("a")).toMatchObject(link("1"));
    await new Promise(setImmediate);
    fail(undefined);
    table.set("a", link("2"));
    expect(cache.find("a")).toMatchObject(link("1"));
    await new Promise(setImmediate);
    expect(cache.find("a")).toMatchObject(link("2"));
  });

  test("a changed link is served in its old version", async () => {
    const { cache, table, fail } = setUp();
    table.set("a", link("1"));
    await cache.find("a");
    cache.invalidate("a");
    fail(new Error("no database"));
    await expect(cache.find("a")).resolves.toMatchObject(link("1"));
  });

  test("a link that changes long after a failed look-up is not served in its old version", async () => {
    const { cache, table, fail } = setUp();
    table.set("a", link("1"));
    await cache.find("a");
    fail(new Error("no database"));
    await expect(cache.find("b")).rejects.toThrow("no database");
    fail(undefined);
    table.set("a", link("2"));
    cache.invalidate("a");
    expect(await cache.find("a")).toMatchObject(link("2"));
  });

  test("a link is not served beyond the maximum age", async () => {
    const { cache, table, clock, fail } = setUp();
    table.set("a", link("1"));
    await cache.find("a");
    cache.setListening(false);
    fail(new Error("no database"));
    clock.now = START + MAX_STALE_MS;
    await expect(cache.find("a")).resolves.toMatchObject(link("1"));
    clock.now += 1;
    await expect(cache.find("a")).rejects.toThrow("no database");
  });
});

test("while listening, links do not expire", async () => {
  const { cache, table, clock } = setUp();
  table.set("a", link("1"));
  await cache.find("a");
  clock.now = 1e9;
  expect(cache.find("a")).toMatchObject(link("1"));
});

test("links that may have changed are looked up again once listening resumes", async () => {
  const { cache, table, clock } = setUp();
  table.set("a", link("1"));
  await cache.find("a");
  clock.now = 10_000;
  cache.setListening(false);
  table.set("a", link("2"));
  clock.now = 10_500;
  cache.setListening(true);
  clock.now = 10_501;
  await expect(cache.find("a")).resolves.toMatchObject(link("2"));
  clock.now = 1e9;
  expect(cache.find("a")).toMatchObject(link("2"));
});

test("a clock that is set back keeps no link that may have changed", async () => {
  const table = new Map([["a", link("1")]]);
  const cache = createLinkCache({
    load: async (key) => table.get(key) ?? null,
    maxBytes: 1e6,
    maxUnknown: 100,
    unknownTtlMs: 0,
    fallbackTtlMs: 0,
    maxStaleMs: MAX_STALE_MS,
  });
  cache.setListening(true);
  await visit(cache, "a");
  const before = Date.now();
  const clock = jest.spyOn(Date, "now").mockImplementation(() => before - 3_600_000);
  cache.setListening(false);
  table.set("a", link("2"));
  cache.setListening(true);
  expect(await visit(cache, "a")).toMatchObject(link("2"));
  clock.mockRestore();
});

test("a link being read when listening resumes soon expires", async () => {
  const { cache, table, clock, hold } = setUp({ isListening: false });
  table.set("a", link("1"));
  const release = hold();
  const first = cache.find("a");
  table.set("a", link("2"));
  clock.now = 100;
  cache.setListening(true);
  release();
  await first;
  clock.now = START + LIFETIME_MS + 1;
  await expect(cache.find("a")).resolves.toMatchObject(link("2"));
});

test("the codes of cached links are those visited since they were read, then the newest", async () => {
  const { cache, table } = setUp();
  for (const key of ["a", "b", "c"]) {
    table.set(key, link(key));
    await cache.find(key);
  }
  expect(cache.keys(2)).toEqual(["b", "c"]);
  await cache.find("a");
  expect(cache.keys(2)).toEqual(["c", "a"]);
  expect(cache.keys(10)).toEqual(["b", "c", "a"]);
});
