import { createLinkCache } from "@/lib/redirect/cache";
import type { Link, Turn } from "@/lib/redirect/links";

const link = (destination: string): Link => ({ id: destination, status: "active", destination });

const CLIENT = 1;
const LIFETIME_MS = 2_000;
const UNKNOWN_LIFETIME_MS = 10_000;
const MAX_STALE_MS = 60_000;
const START = 10;

/** A cache on a table that counts its look-ups, and a clock. */
function setUp({ maxBytes = 1e6, maxUnknown = 100, isHearing = true } = {}) {
  const table = new Map<string, Link>();
  const lookedUp: string[] = [];
  const turns: Turn[] = [];
  const clock = { now: 1 };
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
    unknownLifetimeMs: UNKNOWN_LIFETIME_MS,
    unheardLifetimeMs: LIFETIME_MS,
    maxStaleMs: MAX_STALE_MS,
    now: () => clock.now,
  });
  cache.setHearing(isHearing);
  clock.now = START;
  return {
    // As a visitor asks, whose client may look up what is not known.
    cache: { ...cache, find: (key: string) => visit(cache, key) },
    rawCache: cache,
    table,
    lookedUp,
    turns,
    clock,
    fail: (error: Error | undefined) => {
      failure = error;
    },
    /** Look-ups have read, but do not answer before the returned function is called. */
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

test("finding starts no look-up of a code of which nothing is known; what is known needs no permission", async () => {
  const { rawCache, table, lookedUp, turns, clock } = setUp();
  table.set("a", link("1"));
  expect([rawCache.find("a"), rawCache.find("b"), lookedUp]).toEqual([undefined, undefined, []]);
  const first = rawCache.lookUp("a", CLIENT);
  // Somebody else's look-up is on its way.
  await expect(rawCache.find("a")).resolves.toMatchObject(link("1"));
  await first;
  await rawCache.lookUp("b", CLIENT);
  expect(rawCache.find("b")).toBeNull();
  expect(turns).toEqual([CLIENT, CLIENT]);
  // A known link that is old is read again whoever asks, in a turn of its own.
  rawCache.setHearing(false);
  clock.now += LIFETIME_MS + 1;
  await expect(rawCache.find("a")).resolves.toMatchObject(link("1"));
  expect(turns).toEqual([CLIENT, CLIENT, "a"]);
});

test("a link is looked up once, and then given without waiting", async () => {
  const { cache, table, lookedUp } = setUp();
  table.set("a", link("1"));
  await expect(cache.find("a")).resolves.toMatchObject(link("1"));
  expect(cache.find("a")).toMatchObject(link("1"));
  expect(lookedUp).toEqual(["a"]);
});

test("an unknown code is remembered too", async () => {
  const { cache, lookedUp } = setUp();
  await cache.find("nobody");
  expect(cache.find("nobody")).toBeNull();
  expect(lookedUp).toEqual(["nobody"]);
});

test("a hundred visits of one code that come together share one look-up", async () => {
  const { cache, table, lookedUp } = setUp();
  table.set("a", link("1"));
  const found = await Promise.all(Array.from({ length: 1000 }, () => cache.find("a")));
  expect(new Set(found)).toEqual(new Set([link("1")]));
  expect(lookedUp).toHaveLength(1);
});

test("a failed look-up fails those who wait for it, and the next visit tries again", async () => {
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

test("a link that changes while it is looked up is looked up anew, and what was read before is not kept", async () => {
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

test("it takes as much room as it may, and the least recently visited link goes first", async () => {
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

test("somebody who tries codes drives no link out, and only so many are remembered", async () => {
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

test("an unknown code is looked up again after ten seconds, should nobody have told of its link", async () => {
  const { cache, table, clock } = setUp();
  await cache.find("a");
  table.set("a", link("1"));
  clock.now += UNKNOWN_LIFETIME_MS;
  expect(cache.find("a")).toBeNull();
  clock.now += 1;
  await expect(cache.find("a")).resolves.toMatchObject(link("1"));
});

describe("while changes are not heard of", () => {
  test("a link is looked up again once it is two seconds old", async () => {
    const { cache, table, clock } = setUp({ isHearing: false });
    table.set("a", link("1"));
    await cache.find("a");
    table.set("a", link("2"));
    clock.now = START + LIFETIME_MS;
    expect(cache.find("a")).toMatchObject(link("1"));
    clock.now = START + LIFETIME_MS + 1;
    await expect(cache.find("a")).resolves.toMatchObject(link("2"));
  });

  test("the old link serves where the look-up fails", async () => {
    const { cache, table, clock, fail } = setUp();
    table.set("a", link("1"));
    await cache.find("a");
    cache.setHearing(false);
    fail(new Error("no database"));
    clock.now = START + LIFETIME_MS + 1;
    await expect(cache.find("a")).resolves.toMatchObject(link("1"));
    await expect(cache.find("unknown")).rejects.toThrow("no database");
  });
});

describe("while the database is away", () => {
  test("nobody waits for it: the old link serves at once, until the database is back", async () => {
    const { cache, table, clock, fail } = setUp();
    table.set("a", link("1"));
    await cache.find("a");
    cache.setHearing(false);
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

  test("a link that was changed serves as it was known", async () => {
    const { cache, table, fail } = setUp();
    table.set("a", link("1"));
    await cache.find("a");
    cache.invalidate("a");
    fail(new Error("no database"));
    await expect(cache.find("a")).resolves.toMatchObject(link("1"));
  });

  test("a link does not serve for longer than is declared", async () => {
    const { cache, table, clock, fail } = setUp();
    table.set("a", link("1"));
    await cache.find("a");
    cache.setHearing(false);
    fail(new Error("no database"));
    clock.now = START + MAX_STALE_MS;
    await expect(cache.find("a")).resolves.toMatchObject(link("1"));
    clock.now += 1;
    await expect(cache.find("a")).rejects.toThrow("no database");
  });
});

test("while changes are heard of a link is kept for as long as it takes", async () => {
  const { cache, table, clock } = setUp();
  table.set("a", link("1"));
  await cache.find("a");
  clock.now = 1e9;
  expect(cache.find("a")).toMatchObject(link("1"));
});

test("what may have changed while nothing was heard is looked up again when hearing comes back", async () => {
  const { cache, table, clock } = setUp();
  table.set("a", link("1"));
  await cache.find("a");
  clock.now = 10_000;
  cache.setHearing(false);
  table.set("a", link("2"));
  clock.now = 10_500;
  cache.setHearing(true);
  clock.now = 10_501;
  await expect(cache.find("a")).resolves.toMatchObject(link("2"));
  clock.now = 1e9;
  expect(cache.find("a")).toMatchObject(link("2"));
});

test("what was being read when hearing came back is not kept for long", async () => {
  const { cache, table, clock, hold } = setUp({ isHearing: false });
  table.set("a", link("1"));
  const release = hold();
  const first = cache.find("a");
  table.set("a", link("2"));
  clock.now = 100;
  cache.setHearing(true);
  release();
  await first;
  clock.now = START + LIFETIME_MS + 1;
  await expect(cache.find("a")).resolves.toMatchObject(link("2"));
});
