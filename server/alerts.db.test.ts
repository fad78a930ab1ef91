import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";
import { startJobs, stopJobs } from "@/lib/jobs/queue";
import type { JobData } from "@/lib/jobs/queues";
import { mailAlert } from "@/lib/users/mail-alert";
import { createAlerts } from "@/server/alerts";
import { problem } from "@/server/doctor/check";

beforeAll(startJobs);
beforeEach(async () => {
  await pool().query("TRUNCATE pgboss.job, rate_limits, backups");
  await prisma().user.updateMany({ where: { role: "overall_admin" }, data: { status: "paused" } });
});
afterEach(() => Object.assign(env(), { ALERT_MAILS: "on", BACKUP_TO: undefined }));
afterAll(stopJobs);

const full = problem("disk space", "50 MB are free", "free some");
const queued = async (): Promise<JobData["alert"][]> =>
  (await pool().query("SELECT data FROM pgboss.job WHERE name = 'alert' ORDER BY created_on, id")).rows.map(
    ({ data }) => data,
  );
const admin = () => createUser({ role: "overall_admin" });

test("a problem found twice in a row is mailed to every active overall_admin, once a day", async () => {
  const admins = [await admin(), await admin()];
  await createUser({ role: "overall_admin", status: "locked" });
  await createUser({ role: "group_admin" });
  const check = createAlerts(async () => [full]);
  await check();
  expect(await queued()).toEqual([]);
  await check();
  await check();
  // The worker was replaced.
  const next = createAlerts(async () => [full]);
  await next();
  await next();
  const jobs = await queued();
  expect(jobs.map(({ adminId }) => adminId).sort()).toEqual(admins.map(({ id }) => id).sort());
  expect(jobs[0]?.problem).toEqual({ name: "disk space", message: "50 MB are free", remedy: "free some" });
  await pool().query("UPDATE rate_limits SET expire = expire - $1::bigint", [25 * 60 * 60 * 1_000]);
  await check();
  expect(await queued()).toHaveLength(4);
});

test("a problem that goes away between two checks is not mailed", async () => {
  await admin();
  const found = [[full], [], [full], []];
  const check = createAlerts(async () => found.shift() ?? []);
  for (let round = 0; round < 4; round++) await check();
  expect(await queued()).toEqual([]);
});

test("failed and overdue backups are mailed, but not a first one that is being made", async () => {
  await admin();
  Object.assign(env(), { BACKUP_TO: "/mnt/backups" });
  const check = createAlerts();
  const checkTwice = async () => {
    await check();
    await check();
    return (await queued()).map(({ problem: { name, message } }) => `${name}: ${message}`);
  };
  await pool().query(
    `INSERT INTO backups (address, slot, name, attempts, started_at, retry_at, working_until)
     VALUES ('/mnt/backups', 'a', 'a.backup', 1, now(), now(), now() + interval '1 minute')`,
  );
  expect(await checkTwice()).toEqual([]);
  await pool().query("UPDATE backups SET working_until = NULL, failure = '/mnt/backups is on a full disk'");
  const failed = "backups: none in /mnt/backups yet; the latest attempt failed: /mnt/backups is on a full disk";
  expect(await checkTwice()).toEqual([failed]);
  await pool().query("TRUNCATE rate_limits");
  await pool().query("UPDATE backups SET failure = NULL, finished_at = now() - interval '3 days', bytes = 1");
  expect(await checkTwice()).toEqual([failed, expect.stringMatching(/^backups: the last one .* was made 3 days ago$/)]);
});

test("ALERT_MAILS=off turns them off", async () => {
  await admin();
  Object.assign(env(), { ALERT_MAILS: "off" });
  const check = createAlerts(async () => [full]);
  await check();
  await check();
  expect(await queued()).toEqual([]);
});

test("somebody who is no active overall_admin any more gets no mail", async () => {
  const { id, email } = await admin();
  const write = jest.spyOn(process.stdout, "write").mockReturnValue(true);
  const job = { adminId: id, machine: "web-1", problem: { name: "disk space", message: "full", remedy: "free some" } };
  await mailAlert(job, "job-1");
  await prisma().user.update({ where: { id }, data: { role: "group_admin" } });
  await mailAlert(job, "job-2");
  const lines = write.mock.calls.map(([line]) => String(line));
  write.mockRestore();
  expect(lines).toEqual([`Mail to ${email}: Hop needs attention: disk space\n`]);
});
