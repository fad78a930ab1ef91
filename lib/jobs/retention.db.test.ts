import { pool } from "@/lib/db/pool";
import { createUser } from "@/lib/db/testing/fixtures";
import { enqueue, startJobs, stopJobs, work } from "@/lib/jobs/queue";
import { log } from "@/lib/log";
import { listSettings, mailsWaiting } from "@/lib/settings/queries";
import { until } from "@/lib/testing/until";

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
beforeAll(() => {
  log.level = "silent";
});

/** The number of rows of the queue that contain one of the words anywhere. */
async function rowsWith(...words: string[]): Promise<number> {
  const { rows } = await pool().query(
    `SELECT (SELECT count(*) FROM pgboss.job WHERE job::text LIKE ANY ($1)) +
            (SELECT count(*) FROM pgboss.archive WHERE archive::text LIKE ANY ($1)) AS found`,
    [words.map((word) => `%${word}%`)],
  );
  return Number(rows[0].found);
}

/** Simulates the passing of time, including maintenance runs. */
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
  }
}

const isInState = (state: string) => async () =>
  (await pool().query("SELECT FROM pgboss.job WHERE state = $1::pgboss.job_state", [state])).rowCount === 1;

test("an address is deleted within an hour after its sign-in mail was sent", async () => {
  await work("sign-in-link", async () => undefined);
  await enqueue("sign-in-link", JOB);
  await until(isInState("completed"));
  expect(await rowsWith(EMAIL)).toBe(1);
  await passMinutes(60);
  expect(await rowsWith(EMAIL, BROWSER)).toBe(0);
});

test("likewise if no worker takes the job", async () => {
  await enqueue("sign-in-link", JOB);
  await passMinutes(60);
  expect(await rowsWith(EMAIL, BROWSER)).toBe(0);
});

test("likewise if the mail could not be sent", async () => {
  await enqueue("sign-in-link", JOB);
  await pool().query("UPDATE pgboss.job SET retry_limit = 0");
  await work("sign-in-link", async () => {
    throw Object.assign(new Error(`550 no such mailbox <${EMAIL}>`), { rejected: [EMAIL], response: `550 ${EMAIL}` });
  });
  await until(isInState("failed"));
  const { rows } = await pool().query("SELECT output::text FROM pgboss.job");
  expect(rows[0].output).toContain("550 no such mailbox [address]");
  expect(rows[0].output).not.toContain(EMAIL);
  await passMinutes(60);
  expect(await rowsWith(EMAIL, BROWSER)).toBe(0);
});

test("likewise if the worker died on every attempt", async () => {
  await enqueue("sign-in-link", JOB);
  await pool().query("UPDATE pgboss.job SET state = 'active', started_on = now(), retry_limit = 0");
  await passMinutes(60);
  expect(await rowsWith(EMAIL, BROWSER)).toBe(0);
});

test.each(["completed", "failed"])("a %s mail about a changed address is deleted within an hour", async (state) => {
  await enqueue("address-changed", { oldEmail: EMAIL, newEmail: "new@example.com" });
  await pool().query("UPDATE pgboss.job SET retry_limit = 0");
  await work("address-changed", async () => {
    if (state === "failed") throw new Error("451");
  });
  await until(isInState(state));
  await passMinutes(60);
  expect(await rowsWith(EMAIL)).toBe(0);
});

test("a queue that an earlier version created gets the current retention", async () => {
  const boss = await startJobs();
  await boss.updateQueue("sign-in-link", { name: "sign-in-link", retentionMinutes: 60 });
  await stopJobs();
  expect(await (await startJobs()).getQueue("sign-in-link")).toMatchObject({ retentionMinutes: 20 });
});

test("the Settings page says how many emails wait for another attempt", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const warning = async () => (await listSettings(admin)).find(({ key }) => key === "smtp_host")?.warning;
  await enqueue("sign-in-link", JOB);
  expect(await warning()).toBeNull();
  await work("sign-in-link", async () => {
    throw new Error("554 your IP is blocked");
  });
  await until(isInState("retry"));
  expect(await warning()).toBe(mailsWaiting(1));
});
