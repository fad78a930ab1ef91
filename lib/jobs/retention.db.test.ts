import { pool } from "@/lib/db/pool";
import { listDeadJobs } from "@/lib/jobs/dead-jobs";
import { enqueue, startJobs, stopJobs, work } from "@/lib/jobs/queue";

jest.setTimeout(30_000);

const EMAIL = "somebody@example.com";
const BROWSER = "browser-hash";
const JOB = { email: EMAIL, browserHash: BROWSER };
/** Every two minutes; pg-boss's own interval. */
const MAINTENANCE_MINUTES = 2;

beforeEach(async () => {
  await startJobs();
  await pool().query("TRUNCATE pgboss.job, pgboss.archive");
});
afterEach(stopJobs);

/** Rows of the queue that hold one of the words, anywhere. */
async function rowsWith(...words: string[]): Promise<number> {
  const { rows } = await pool().query(
    `SELECT (SELECT count(*) FROM pgboss.job WHERE job::text LIKE ANY ($1)) +
            (SELECT count(*) FROM pgboss.archive WHERE archive::text LIKE ANY ($1)) AS found`,
    [words.map((word) => `%${word}%`)],
  );
  return Number(rows[0].found);
}

/** As if so many minutes had passed, with the maintenance that is due in them. */
async function passMinutes(minutes: number): Promise<void> {
  const boss = await startJobs();
  for (let passed = 0; passed < minutes; passed += MAINTENANCE_MINUTES) {
    const interval = `interval '${MAINTENANCE_MINUTES} minutes'`;
    await pool().query(
      `UPDATE pgboss.job SET created_on = created_on - ${interval}, started_on = started_on - ${interval},
         start_after = start_after - ${interval}, completed_on = completed_on - ${interval},
         keep_until = keep_until - ${interval}`,
    );
    await pool().query(`UPDATE pgboss.archive SET archived_on = archived_on - ${interval}`);
    await boss.maintain();
    boss.emit("maintenance");
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

const isInState = (state: string) => async () =>
  (await pool().query("SELECT FROM pgboss.job WHERE state = $1::pgboss.job_state", [state])).rowCount === 1;

test("a sign-in job that was done leaves no address for an hour", async () => {
  await work("sign-in-link", async () => undefined);
  await enqueue("sign-in-link", JOB);
  await until(isInState("completed"));
  expect(await rowsWith(EMAIL)).toBe(1);
  await passMinutes(60);
  expect(await rowsWith(EMAIL, BROWSER)).toBe(0);
});

test("nor does one that no worker takes", async () => {
  await enqueue("sign-in-link", JOB);
  await passMinutes(60);
  expect(await rowsWith(EMAIL, BROWSER)).toBe(0);
});

test("nor one that failed, which stays listed without it", async () => {
  await enqueue("sign-in-link", JOB);
  await pool().query("UPDATE pgboss.job SET retry_limit = 0");
  await work("sign-in-link", async () => {
    throw Object.assign(new Error(`550 no such mailbox <${EMAIL}>`), { rejected: [EMAIL], response: `550 ${EMAIL}` });
  });
  await until(isInState("failed"));
  const { rows } = await pool().query("SELECT output::text FROM pgboss.job");
  expect(rows[0].output).not.toContain(EMAIL);
  await passMinutes(20);
  await until(async () => (await rowsWith(EMAIL, BROWSER)) === 0);
  expect(await listDeadJobs(10)).toMatchObject([{ queue: "sign-in-link", error: "550 no such mailbox [address]" }]);
});

test("nor one whose worker died each time", async () => {
  await enqueue("sign-in-link", JOB);
  await pool().query("UPDATE pgboss.job SET state = 'active', started_on = now(), retry_limit = 0");
  await passMinutes(20);
  await until(async () => (await rowsWith(EMAIL, BROWSER)) === 0);
  expect(await listDeadJobs(10)).toMatchObject([{ queue: "sign-in-link" }]);
});

test("a mail about a changed address is forgotten when it was sent, and can be retried for a week when it was not", async () => {
  const job = { oldEmail: EMAIL, newEmail: "new@example.com" };
  await enqueue("address-changed", job);
  await enqueue("address-changed", job);
  await pool().query("UPDATE pgboss.job SET retry_limit = 0");
  let isFirst = true;
  await work("address-changed", async () => {
    if (!isFirst) throw new Error("451");
    isFirst = false;
  });
  await until(isInState("failed"));
  await until(isInState("completed"));
  await passMinutes(60);
  expect(await rowsWith(EMAIL)).toBe(1);
  expect(await listDeadJobs(10)).toHaveLength(1);
});

test("a queue that an earlier version created gets the same retention", async () => {
  const boss = await startJobs();
  await boss.updateQueue("sign-in-link", { name: "sign-in-link", retentionMinutes: 60 });
  await stopJobs();
  expect(await (await startJobs()).getQueue("sign-in-link")).toMatchObject({ retentionMinutes: 20 });
});
