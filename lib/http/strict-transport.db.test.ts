import { pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { refreshStrictTransport, strictTransport } from "@/lib/http/strict-transport";
import { until } from "@/lib/testing/until";

afterEach(async () => {
  jest.restoreAllMocks();
  await pool().query("DELETE FROM settings");
});

const setBaseUrl = (value: string) =>
  pool().query(
    "INSERT INTO settings VALUES ('base_url', $1, now()) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    [value],
  );

test("HSTS is sent while the base URL is https, without subdomains", async () => {
  await setBaseUrl("https://hop.example");
  await refreshStrictTransport();
  expect(strictTransport()).toBe("max-age=31536000");
  await setBaseUrl("http://hop.example");
  await refreshStrictTransport();
  expect(strictTransport()).toBeUndefined();
});

test("a changed base URL takes effect without waiting for the database", async () => {
  await setBaseUrl("http://hop.example");
  await refreshStrictTransport();
  await setBaseUrl("https://hop.example");
  await until(() => strictTransport() !== undefined);
});

test("HSTS_MAX_AGE=0 clears the policy", async () => {
  await setBaseUrl("https://hop.example");
  await refreshStrictTransport();
  const { HSTS_MAX_AGE } = env();
  env().HSTS_MAX_AGE = 0;
  expect(strictTransport()).toBe("max-age=0");
  env().HSTS_MAX_AGE = HSTS_MAX_AGE;
});

test("the last known value is kept while the database is unavailable", async () => {
  await setBaseUrl("https://hop.example");
  await refreshStrictTransport();
  await pool().query("ALTER TABLE settings RENAME TO settings_away");
  await refreshStrictTransport();
  await pool().query("ALTER TABLE settings_away RENAME TO settings");
  expect(strictTransport()).toBe("max-age=31536000");
});
