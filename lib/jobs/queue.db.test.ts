import { pool } from "@/lib/db/pool";
import { enqueue, startJobs, stopJobs, work } from "@/lib/jobs/queue";
import { logTimedOutJobs } from "@/lib/jobs/timed-out";
import { log } from "@/lib/log";

beforeAll(() => {
  log.level = "silent";
});
afterEach(stopJobs);

const job = (email: string) => ({ email, browserHash: "hash" });

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

test("a job survives the process that queued it", async () => {
  await enqueue("sign-in-link", job("first@example.com"));
  await stopJobs();
  const done: string[] = [];
  await work("sign-in-link", async ({ email }) => void done.push(email));
  await until(() => done.length > 0);
  expect(done).toEqual(["first@example.com"]);
});

/** Waits until a failed job awaits its retry, and postpones that: on a busy machine it could run before others. */
async function untilRetried(): Promise<void> {
  const putOff =
    "UPDATE pgboss.job SET start_after = now() + interval '1 hour' WHERE state = 'retry' AND start_after > now()";
  while ((await pool().query(putOff)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

test("a failed job is retried without blocking the next ones", async () => {
  const tries: string[] = [];
  await work("sign-in-link", async ({ email }) => {
    tries.push(email);
    if (email === "fails@example.com" && tries.filter((one) => one === email).length === 1) throw new Error("451");
  });
  await enqueue("sign-in-link", job("fails@example.com"));
  await untilRetried();
  await enqueue("sign-in-link", job("next@example.com"));
  await until(() => tries.length === 2);
  await pool().query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
  await until(() => tries.length === 3);
  expect(tries).toEqual(["fails@example.com", "next@example.com", "fails@example.com"]);
});

test("a retried failure is a warning, a permanent one an error, without the payload", async () => {
  const [warn, error] = [jest.spyOn(log, "warn"), jest.spyOn(log, "error")];
  await enqueue("sign-in-link", job("unlucky@example.com"));
  await pool().query("UPDATE pgboss.job SET retry_limit = 1, retry_delay = 0, retry_backoff = false");
  await work("sign-in-link", async () => {
    throw new Error("451 try again");
  });
  await until(() => error.mock.calls.length > 0);
  const details = (attempt: number) =>
    expect.objectContaining({
      queue: "sign-in-link",
      attempt,
      err: expect.objectContaining({ message: "451 try again" }),
    });
  expect(warn).toHaveBeenCalledWith(details(1), "job failed; retrying");
  expect(error.mock.calls).toEqual([[details(2), "job failed permanently"]]);
  expect(JSON.stringify(error.mock.calls)).not.toContain("unlucky@");
});

test("a job whose worker dies at its last attempt is logged as failed permanently, once and without the payload", async () => {
  const error = jest.spyOn(log, "error");
  error.mockClear();
  const boss = await startJobs();
  await pool().query("DELETE FROM pgboss.job");
  await enqueue("invitation", { userId: "someone", invitationId: "theirs" });
  await enqueue("address-changed", { oldEmail: "unlucky@example.com", newEmail: "new@example.com" });
  // Claimed by workers that died: one job at its first attempt, one at its last.
  await pool().query(
    `UPDATE pgboss.job SET state = 'active', started_on = now() - interval '1 day',
       retry_count = CASE name WHEN 'invitation' THEN 0 ELSE retry_limit END`,
  );
  for (let round = 0; round < 2; round++) {
    await boss.maintain();
    boss.emit("maintenance", { ms: 0 });
    await until(() => error.mock.calls.length > 0);
  }
  await logTimedOutJobs();
  const details = { queue: "address-changed", attempt: 13, jobId: expect.any(String), reason: expect.any(String) };
  expect(error.mock.calls).toEqual([[details, "job failed permanently"]]);
  const { rows } = await pool().query("SELECT name, state FROM pgboss.job ORDER BY name");
  expect(rows).toEqual([
    { name: "address-changed", state: "failed" },
    { name: "invitation", state: "retry" },
  ]);
});

test("concurrent starts in one process share one queue", async () => {
  const starts = await Promise.all(Array.from({ length: 5 }, () => startJobs()));
  expect(new Set(starts).size).toBe(1);
});

test("processes that start concurrently all open the queue without a deadlock", async () => {
  type Queue = typeof import("@/lib/jobs/queue");
  for (let round = 0; round < 3; round++) {
    await pool().query("DROP SCHEMA IF EXISTS pgboss CASCADE");
    const processes: Queue[] = [];
    for (let i = 0; i < 4; i++) {
      await jest.isolateModulesAsync(async () => void processes.push(await import("@/lib/jobs/queue")));
    }
    const outcomes = await Promise.allSettled(processes.map((one) => one.startJobs()));
    await Promise.all(processes.map((one) => one.stopJobs()));
    expect(outcomes.map(({ status }) => status)).toEqual(processes.map(() => "fulfilled"));
  }
});
