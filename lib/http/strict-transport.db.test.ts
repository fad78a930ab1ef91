import { pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { refreshStrictTransport, strictTransport } from "@/lib/http/strict-transport";

afterEach(async () => {
  jest.restoreAllMocks();
  await pool().query("DELETE FROM settings");
});

const setBaseUrl = (value: string) =>
  pool().query(
    "INSERT INTO settings VALUES ('base_url', $1, now()) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    [value],
  );

test("browsers are told to stay with https while the stored base URL has it, and for no subdomain", async () => {
  await setBaseUrl("https://hop.example");
  await refreshStrictTransport();
  expect(strictTransport()).toBe("max-age=31536000");
  await setBaseUrl("http://hop.example");
  await refreshStrictTransport();
  expect(strictTransport()).toBeUndefined();
});

test("an answer after a change knows of it without anybody waiting for the database", async () => {
  await setBaseUrl("http://hop.example");
  await refreshStrictTransport();
  await setBaseUrl("https://hop.example");
  const deadline = Date.now() + 2_000;
  while (strictTransport() === undefined) {
    expect(Date.now()).toBeLessThan(deadline);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
});

test("0 has browsers forget", async () => {
  await setBaseUrl("https://hop.example");
  await refreshStrictTransport();
  const { HSTS_MAX_AGE } = env();
  env().HSTS_MAX_AGE = 0;
  expect(strictTransport()).toBe("max-age=0");
  env().HSTS_MAX_AGE = HSTS_MAX_AGE;
});

test("what was known stays while the database is away", async () => {
  await setBaseUrl("https://hop.example");
  await refreshStrictTransport();
  await pool().query("ALTER TABLE settings RENAME TO settings_away");
  await refreshStrictTransport();
  await pool().query("ALTER TABLE settings_away RENAME TO settings");
  expect(strictTransport()).toBe("max-age=31536000");
});
