import { type BackgroundMigration, runBackgroundMigrations } from "@/lib/db/background-migrations";
import { pool } from "@/lib/db/pool";
import { inTransaction } from "@/lib/db/transaction";
import { until } from "@/lib/testing/until";

afterEach(() => pool().query("DELETE FROM background_migrations WHERE name LIKE 'test of %'"));

test("a clock that is set forward during a step adds no pause", async () => {
  const stopping = new AbortController();
  setTimeout(() => stopping.abort(), 5_000).unref();
  const began = Date.now();
  const clock = jest.spyOn(Date, "now");
  let steps = 0;
  const migration: BackgroundMigration = {
    name: "test of clocks",
    estimate: async () => 2,
    convert: async () => {
      clock.mockReturnValue(began + 3_600_000 * ++steps);
      if (steps === 2) stopping.abort();
      return 1;
    },
  };
  await runBackgroundMigrations(pool(), [migration], stopping.signal);
  expect(steps).toBe(2);
  clock.mockRestore();
});

/** A migration of which nothing is left, unless `convert` says so. */
const migrationOf = (name: string, convert: BackgroundMigration["convert"]): BackgroundMigration => ({
  name: `test of ${name}`,
  estimate: async () => 0,
  convert,
});

test("a migration is rechecked while another one runs for hours", async () => {
  const stopping = new AbortController();
  let checks = 0;
  const short = migrationOf("rechecks", async () => {
    checks++;
    return null;
  });
  const endless = migrationOf("hours", async () => 1);
  const running = runBackgroundMigrations(pool(), [short, endless], stopping.signal, { recheckMs: 10 });
  try {
    await until(() => checks > 2);
  } finally {
    stopping.abort();
    await running;
  }
});

test("a worker continues seconds after the one that ran a migration has stopped", async () => {
  const stopping = new AbortController();
  const migration = migrationOf(
    "take-over",
    jest.fn(async () => null),
  );
  await pool().query("INSERT INTO background_migrations (name) VALUES ($1)", [migration.name]);
  let running = Promise.resolve();
  try {
    await inTransaction(pool(), async (other) => {
      await other.query("SELECT FROM background_migrations WHERE name = $1 FOR UPDATE", [migration.name]);
      const onRelease = jest.fn();
      pool().on("release", onRelease);
      running = runBackgroundMigrations(pool(), [migration], stopping.signal, { takeOverMs: 10 });
      // The first query is whether the migration is known, the second whether it is running.
      await until(() => onRelease.mock.calls.length >= 2);
      pool().off("release", onRelease);
      expect(migration.convert).not.toHaveBeenCalled();
    });
    await until(() => jest.mocked(migration.convert).mock.calls.length > 0);
  } finally {
    stopping.abort();
    await running;
  }
});
