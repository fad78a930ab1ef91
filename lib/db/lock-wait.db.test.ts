import { reportingBlockers } from "@/lib/db/lock-wait";
import { pool } from "@/lib/db/pool";
import { log } from "@/lib/log";

const LOCK = "LOCK TABLE short_urls IN ACCESS EXCLUSIVE MODE";

test("the holder of a lock that work waits for is logged, and work that waits for nobody logs nothing", async () => {
  const holder = await pool().connect();
  await holder.query(`BEGIN; ${LOCK}`);
  // Its latest statement, which is shown.
  await holder.query(LOCK);
  const reported = new Promise((resolve) => {
    jest.spyOn(log, "warn").mockImplementation((...line) => resolve(line));
  });
  const options = { what: "counting links", everyMs: 60 };
  const working = reportingBlockers(pool(), options, () => pool().query("SELECT FROM short_urls"));
  expect(await reported).toEqual([
    { what: "counting links", blocker: expect.objectContaining({ state: "idle in transaction", query: LOCK }) },
    "waiting for a lock in the database",
  ]);
  await holder.query("ROLLBACK");
  holder.release();
  await working;
  const logged = jest.spyOn(log, "warn").mockClear();
  await reportingBlockers(pool(), options, () => pool().query("SELECT pg_sleep(0.3)"));
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});
