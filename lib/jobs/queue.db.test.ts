import { pool } from "@/lib/db/pool";
import { enqueue, startJobs, stopJobs, work } from "@/lib/jobs/queue";

afterEach(stopJobs);

const job = (email: string) => ({ email, browserHash: "hash" });

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

test("a job outlives the process that made it", async () => {
  await enqueue("sign-in-link", job("first@example.com"));
  await stopJobs();
  const done: string[] = [];
  await work("sign-in-link", async ({ email }) => void done.push(email));
  await until(() => done.length > 0);
  expect(done).toEqual(["first@example.com"]);
});

test("a job that fails is run again, and those behind it are not held up", async () => {
  const tries: string[] = [];
  await work("sign-in-link", async ({ email }) => {
    tries.push(email);
    if (email === "fails@example.com" && tries.filter((one) => one === email).length === 1) throw new Error("451");
  });
  await enqueue("sign-in-link", job("fails@example.com"));
  await until(() => tries.length === 1);
  await enqueue("sign-in-link", job("next@example.com"));
  await until(() => tries.length === 3);
  expect(tries).toEqual(["fails@example.com", "next@example.com", "fails@example.com"]);
}, 15_000);

test("many starters at once make the queue's tables once", async () => {
  const starts = await Promise.all(Array.from({ length: 5 }, () => startJobs()));
  expect(new Set(starts).size).toBe(1);
});

test("processes that start at once, again and again, all get a queue: none ends in a deadlock", async () => {
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
}, 60_000);
