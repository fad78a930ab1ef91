import { inspect } from "node:util";
import { pool } from "@/lib/db/pool";
import { PermanentFailure } from "@/lib/jobs/permanent-failure";
import { enqueue, logTimedOutJobs, startJobs, stopJobs, work } from "@/lib/jobs/queue";
import { log } from "@/lib/log";
import { until } from "@/lib/testing/until";

beforeAll(() => {
  log.level = "silent";
});
afterEach(stopJobs);

const job = (email: string) => ({ email, browserHash: "hash" });

test("a job survives the process that queued it", async () => {
  await enqueue("sign-in-link", job("first@example.com"));
  await stopJobs();
  const done: string[] = [];
  await work("sign-in-link", async ({ email }) => void done.push(email));
  await until(() => done.length > 0);
  expect(done).toEqual(["first@example.com"]);
});

test("a job that is being taken when the process stops is still done by it", async () => {
  const done: string[] = [];
  const query = pool().query.bind(pool());
  let isHeld = false;
  let letThrough: (value?: unknown) => void = () => undefined;
  const held = new Promise((resolve) => {
    letThrough = resolve;
  });
  const spy = jest.spyOn(pool(), "query").mockImplementation(async (text: unknown, values?: unknown) => {
    if (String(text).includes("SKIP LOCKED")) {
      isHeld = true;
      await held;
    }
    return query(text as string, values as unknown[]);
  });
  try {
    await work("sign-in-link", async ({ email }) => void done.push(email));
    await until(() => isHeld);
    await enqueue("sign-in-link", job("late@example.com"));
    const stopped = stopJobs().then(() => [...done]);
    await new Promise(setImmediate);
    letThrough();
    expect(await stopped).toEqual(["late@example.com"]);
  } finally {
    letThrough();
    spy.mockRestore();
  }
});

test("jobs are still done after the clock was set back", async () => {
  const done: string[] = [];
  let now = Date.now();
  // Set back by two hours between any two readings.
  const clock = jest.spyOn(Date, "now").mockImplementation(() => (now -= 7_200_000));
  try {
    await work("sign-in-link", async ({ email }) => void done.push(email), 50);
    await until(() => clock.mock.calls.length > 20);
    await enqueue("sign-in-link", job("late@example.com"));
    await until(() => done.length > 0);
  } finally {
    clock.mockRestore();
  }
});

test("a failed job is retried without blocking the next ones", async () => {
  const tries: string[] = [];
  const ids = new Set<string>();
  await enqueue("sign-in-link", job("fails@example.com"));
  // On a busy machine it could be retried before others run.
  await pool().query("UPDATE pgboss.job SET retry_delay = 3600, retry_backoff = false");
  await work("sign-in-link", async ({ email }, jobId) => {
    tries.push(email);
    ids.add(jobId);
    if (email === "fails@example.com" && tries.filter((one) => one === email).length === 1) throw new Error("451");
  });
  await until(async () => (await pool().query("SELECT FROM pgboss.job WHERE state = 'retry'")).rowCount);
  await enqueue("sign-in-link", job("next@example.com"));
  await until(() => tries.length === 2);
  await pool().query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
  await until(() => tries.length === 3);
  expect(tries).toEqual(["fails@example.com", "next@example.com", "fails@example.com"]);
  expect(ids.size).toBe(2);
});

test("sign-in links don't wait for one that takes long", async () => {
  const done: string[] = [];
  let finish = () => {};
  const stuck = new Promise<void>((resolve) => {
    finish = resolve;
  });
  await work("sign-in-link", async ({ email }) => {
    if (email === "slow@example.com") await stuck;
    done.push(email);
  });
  for (const name of ["slow", "ann", "bob", "cem"]) await enqueue("sign-in-link", job(`${name}@example.com`));
  await until(() => done.length === 3);
  finish();
  await until(() => done.length === 4);
  expect(done.at(-1)).toBe("slow@example.com");
});

test("a retried failure is a warning, a permanent one an error, without the payload", async () => {
  const [warn, error] = [jest.spyOn(log, "warn"), jest.spyOn(log, "error")];
  await enqueue("sign-in-link", job("unlucky@example.com"));
  await pool().query("UPDATE pgboss.job SET retry_limit = 1, retry_delay = 0, retry_backoff = false");
  const reply = "451 unlucky@example.com: try again";
  await work("sign-in-link", async () => {
    throw Object.assign(new Error(reply), { responseCode: 451, response: reply, rejected: ["unlucky@example.com"] });
  });
  await until(() => error.mock.calls.length > 0);
  const details = (attempt: number) =>
    expect.objectContaining({
      queue: "sign-in-link",
      attempt,
      err: expect.objectContaining({ message: "451 [address] try again", responseCode: 451 }),
    });
  expect(warn).toHaveBeenCalledWith(details(1), "job failed; retrying");
  expect(error.mock.calls).toEqual([[details(2), "job failed permanently"]]);
  expect(inspect([warn.mock.calls, error.mock.calls], { depth: 9 })).not.toContain("unlucky@");
});

test("a job that fails permanently is logged as such, with its user's id, and not retried", async () => {
  const [warn, error] = [jest.spyOn(log, "warn"), jest.spyOn(log, "error")];
  warn.mockClear();
  error.mockClear();
  await (await startJobs()).clearStorage();
  await enqueue("address-changed", { userId: "someone", oldEmail: "gone@example.com", newEmail: "new@example.com" });
  await work("address-changed", async () => {
    throw new PermanentFailure(Object.assign(new Error("550 5.1.1 unknown"), { responseCode: 550 }));
  });
  await untilJobs(1, "name = 'address-changed' AND state >= 'completed'");
  expect(warn).not.toHaveBeenCalled();
  const err = expect.objectContaining({ message: "550 5.1.1 unknown", responseCode: 550 });
  const details = { queue: "address-changed", attempt: 1, jobId: expect.any(String), userId: "someone", err };
  expect(error.mock.calls).toEqual([[details, "job failed permanently"]]);
});

/** Waits until this many jobs match the condition. */
async function untilJobs(count: number, condition: string): Promise<void> {
  await until(async () => (await pool().query(`SELECT FROM pgboss.job WHERE ${condition}`)).rowCount === count);
}

test("a job that never ends is logged as failed permanently after its last attempt, once and without the payload", async () => {
  const error = jest.spyOn(log, "error");
  error.mockClear();
  await (await startJobs()).clearStorage();
  await enqueue("invitation", { userId: "someone", invitationId: "theirs" });
  await enqueue("address-changed", { oldEmail: "unlucky@example.com", newEmail: "new@example.com" });
  // One job has another attempt, for the other one it is the last.
  await pool().query(
    `UPDATE pgboss.job SET expire_in = '1 second', retry_delay = 3600, retry_limit = (name = 'invitation')::int`,
  );
  await work("invitation", () => new Promise(() => undefined));
  await work("address-changed", () => new Promise(() => undefined));
  await untilJobs(1, "name = 'invitation' AND state = 'retry'");
  await untilJobs(1, "name = 'address-changed' AND state = 'failed'");
  await untilJobs(1, "name = 'last-attempts' AND start_after < now()");
  await logTimedOutJobs();
  await untilJobs(1, "name = 'last-attempts' AND state = 'completed'");
  const details = { queue: "address-changed", attempt: 1, jobId: expect.any(String), reason: expect.any(String) };
  expect(error.mock.calls).toEqual([[details, "job failed permanently"]]);
});

test.each(["succeeds", "fails"])("a last attempt that %s leaves nothing to be logged later", async (outcome) => {
  await (await startJobs()).clearStorage();
  await enqueue("summary", { userId: "someone", frequency: "weekly", day: "2026-11-23" });
  await pool().query("UPDATE pgboss.job SET retry_limit = 0");
  const waiting: (number | null)[] = [];
  await work("summary", async () => {
    waiting.push((await pool().query("SELECT FROM pgboss.job WHERE name = 'last-attempts'")).rowCount);
    if (outcome === "fails") throw new Error("451");
  });
  await untilJobs(1, "name = 'summary' AND state IN ('completed', 'failed')");
  expect(waiting).toEqual([1]);
  await untilJobs(0, "name = 'last-attempts'");
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
