import pg from "pg";
import { reportingBlockers, untilUnlocked } from "@/lib/db/lock-wait";
import { pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
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

test("what Postgres hides about another user's session is left out of the log and of the error", async () => {
  const role = `hop_waiting_${process.env.JEST_WORKER_ID}`;
  await pool().query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'; GRANT SELECT ON short_urls TO ${role}`);
  const url = new URL(env().DATABASE_URL ?? "");
  url.username = role;
  url.password = "secret";
  const holder = await pool().connect();
  const { rows } = await holder.query("SELECT pg_backend_pid() AS pid, current_setting('application_name') AS name");
  const { pid, name: application } = rows[0];
  await holder.query(`BEGIN; ${LOCK}`);
  const warn = jest.spyOn(log, "warn").mockReturnValue(undefined);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const waiting = untilUnlocked({ client, databaseUrl: url.href, what: "counting links", maxMs: 0 }, () =>
    client.query("SELECT FROM short_urls"),
  );
  const who = `database process ${pid}${application && ` (${application})`}`;
  await expect(waiting).rejects.toThrow(`held by ${who}: <insufficient privilege> – wait for it to end`);
  const blocker = { pid, application, query: "<insufficient privilege>" };
  expect(warn.mock.calls).toEqual([[{ what: "counting links", blocker }, "waiting for a lock in the database"]]);
  warn.mockRestore();
  await holder.query("ROLLBACK");
  holder.release();
  await client.end();
  await pool().query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
});
