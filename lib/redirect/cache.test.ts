import { createLinkCache } from "@/lib/redirect/cache";
import type { Link } from "@/lib/redirect/links";

const link = (destination: string): Link => ({ id: destination, status: "active", destination });

const LIFETIME_MS = 2_000;

/** A cache on a table that counts its look-ups, and a clock. */
function setUp({ maxEntries = 100, isHearing = true } = {}) {
  const table = new Map<string, Link>();
  const lookedUp: string[] = [];
  const clock = { now: 0 };
  let failure: Error | undefined;
  let gate: Promise<void> | undefined;
  const cache = createLinkCache({
    load: async (key) => {
      lookedUp.push(key);
      const read = table.get(key) ?? null;
      await gate;
      if (failure) throw failure;
      return read;
    },
    maxEntries,
    unheardLifetimeMs: LIFETIME_MS,
    now: () => clock.now,
  });
  cache.setHearing(isHearing);
  return {
    cache,
    table,
    lookedUp,
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

test("a link is looked up once, and then given without waiting", async () => {
  const { cache, table, lookedUp } = setUp();
  table.set("a", link("1"));
  await expect(cache.find("a")).resolves.toEqual(link("1"));
  expect(cache.find("a")).toEqual(link("1"));
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
  const found = await Promise.all(Array.from({ length: 100 }, () => cache.find("a")));
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
  await expect(cache.find("a")).resolves.toEqual(link("1"));
});

test("a changed link is looked up again", async () => {
  const { cache, table } = setUp();
  table.set("a", link("1"));
  await cache.find("a");
  table.set("a", link("2"));
  cache.invalidate("a");
  await expect(cache.find("a")).resolves.toEqual(link("2"));
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
  await expect(after).resolves.toEqual(link("2"));
  expect(cache.find("a")).toEqual(link("2"));
  expect(lookedUp).toHaveLength(2);
});

test("it holds as many as it may, and the least recently visited goes first", async () => {
  const { cache, lookedUp } = setUp({ maxEntries: 2 });
  await cache.find("a");
  await cache.find("b");
  cache.find("a");
  await cache.find("c");
  lookedUp.length = 0;
  expect(cache.find("a")).toBeNull();
  expect(cache.find("c")).toBeNull();
  await cache.find("b");
  expect(lookedUp).toEqual(["b"]);
});

describe("while changes are not heard of", () => {
  test("a link is looked up again once it is two seconds old", async () => {
    const { cache, table, clock } = setUp({ isHearing: false });
    table.set("a", link("1"));
    await cache.find("a");
    table.set("a", link("2"));
    clock.now = LIFETIME_MS;
    expect(cache.find("a")).toEqual(link("1"));
    clock.now = LIFETIME_MS + 1;
    await expect(cache.find("a")).resolves.toEqual(link("2"));
  });

  test("the old link serves where the look-up fails", async () => {
    const { cache, table, clock, fail } = setUp();
    table.set("a", link("1"));
    await cache.find("a");
    cache.setHearing(false);
    fail(new Error("no database"));
    clock.now = LIFETIME_MS + 1;
    await expect(cache.find("a")).resolves.toEqual(link("1"));
    await expect(cache.find("unknown")).rejects.toThrow("no database");
  });
});

test("while changes are heard of a link is kept for as long as it takes", async () => {
  const { cache, clock } = setUp();
  await cache.find("a");
  clock.now = 1e9;
  expect(cache.find("a")).toBeNull();
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
  await expect(cache.find("a")).resolves.toEqual(link("2"));
  clock.now = 1e9;
  expect(cache.find("a")).toEqual(link("2"));
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
  clock.now = LIFETIME_MS + 1;
  await expect(cache.find("a")).resolves.toEqual(link("2"));
});
