import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import { getBaseUrl } from "@/lib/settings/queries";
import { cacheStoredSettings, invalidateStoredSettings } from "@/lib/settings/stored";
import { updateSettings } from "@/lib/settings/update";
import { shortestOf } from "@/lib/testing/stalls";
import { until } from "@/lib/testing/until";

// Changes are promised within a second (B9), and a connection that is silent for a second is dropped. A broken product
// fails every try.

let stop: (() => Promise<void>) | undefined;

afterEach(async () => {
  await stop?.();
  stop = undefined;
  await prisma().setting.deleteMany();
});

/** Bypasses the cache, like a change made by another process. */
const setBaseUrl = (value: string) =>
  pool().query(
    "INSERT INTO settings VALUES ('base_url', $1, now()) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    [value],
  );

/** Promised for every change, even while nothing listens. */
const SEEN_MS = 1_000;

/** Milliseconds from the change to the base URL's new value, in the best of four tries. */
const timeToSee = (baseUrl: string, change: (baseUrl: string) => Promise<unknown>) =>
  shortestOf(4, SEEN_MS, async () => {
    await setBaseUrl("https://before.example");
    await untilSeen("https://before.example");
    await change(baseUrl);
    return untilSeen(baseUrl);
  });

/** Milliseconds until the base URL has this value. */
async function untilSeen(baseUrl: string): Promise<number> {
  const start = performance.now();
  await until(async () => (await getBaseUrl()) === baseUrl);
  return performance.now() - start;
}

/** The number of times the table is read during `work`. */
async function readsDuring(work: () => Promise<unknown>): Promise<number> {
  const query = jest.spyOn(pool(), "query");
  await work();
  const reads = query.mock.calls.filter(([statement]) => /FROM settings/.test(JSON.stringify(statement))).length;
  query.mockRestore();
  return reads;
}

async function listening(): Promise<void> {
  stop = cacheStoredSettings(process.env.DATABASE_URL ?? "");
  await untilListening();
}

const untilListening = () => until(async () => (await readsDuring(() => getBaseUrl())) === 0);

test("a process that does not listen reads the table each time", async () => {
  await setBaseUrl("https://one.example");
  expect(await getBaseUrl()).toBe("https://one.example");
  await setBaseUrl("https://two.example");
  expect(await getBaseUrl()).toBe("https://two.example");
});

test("a listening process caches settings, and sees every change within a second", async () => {
  await setBaseUrl("https://one.example");
  await listening();
  expect(await readsDuring(async () => Promise.all(Array.from({ length: 100 }, getBaseUrl)))).toBe(0);
  for (const url of ["https://two.example", "https://three.example"]) {
    expect(await timeToSee(url, setBaseUrl)).toBeLessThan(SEEN_MS);
  }
  for (const statement of ["DELETE FROM settings", "TRUNCATE settings"]) {
    const removal = () => pool().query(statement);
    expect(await timeToSee("http://localhost:3000", removal)).toBeLessThan(SEEN_MS);
  }
});

test("concurrent reads share one query", async () => {
  await listening();
  invalidateStoredSettings();
  expect(await readsDuring(async () => Promise.all(Array.from({ length: 100 }, getBaseUrl)))).toBe(1);
});

test("a read that started before a change is not cached", async () => {
  await listening();
  const readMeanwhile = async (baseUrl: string) => {
    invalidateStoredSettings();
    const early = getBaseUrl();
    invalidateStoredSettings();
    await setBaseUrl(baseUrl);
    await early;
  };
  expect(await timeToSee("https://later.example", readMeanwhile)).toBeLessThan(SEEN_MS);
});

test("a listening process sees its own change at once, before it is notified", async () => {
  const admin = await createUser({ role: "overall_admin" });
  await listening();
  await getBaseUrl();
  const settings = await updateSettings(admin, { base_url: "https://own.example" });
  expect(settings).toContainEqual(expect.objectContaining({ key: "base_url", value: "https://own.example" }));
});

test("a read that a notification has overtaken is not cached", async () => {
  await listening();
  invalidateStoredSettings();
  const early = getBaseUrl();
  invalidateStoredSettings();
  await early;
  expect(await readsDuring(() => getBaseUrl())).toBe(1);
});

test("a process that loses its connection falls back to a short TTL, and then listens again", async () => {
  await setBaseUrl("https://one.example");
  await listening();
  const killListener = () =>
    pool().query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'hop-listen'",
    );
  // Kills every new connection too.
  const killing = setInterval(() => void killListener(), 50);
  try {
    await killListener();
    expect(await timeToSee("https://two.example", setBaseUrl)).toBeLessThan(SEEN_MS);
    // Read once more before the clock is set back.
    await untilSeen("https://two.example");
    const clock = jest.spyOn(Date, "now").mockReturnValue(Date.now() - 3_600_000);
    await setBaseUrl("https://set-back.example");
    await untilSeen("https://set-back.example").finally(() => clock.mockRestore());
  } finally {
    clearInterval(killing);
  }
  await untilListening();
  expect(await timeToSee("https://three.example", setBaseUrl)).toBeLessThan(SEEN_MS);
});
