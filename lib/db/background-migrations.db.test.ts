import { type BackgroundMigration, runBackgroundMigrations } from "@/lib/db/background-migrations";
import { pool } from "@/lib/db/pool";

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
  await pool().query("DELETE FROM background_migrations WHERE name = $1", [migration.name]);
});
