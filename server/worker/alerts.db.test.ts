import { hostname } from "node:os";
import type { BackupState } from "@/lib/backup-schedule/types";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";
import { startJobs, stopJobs } from "@/lib/jobs/queue";
import type { JobData } from "@/lib/jobs/queues";
import { mailTime } from "@/lib/mail/mail-time";
import { measure } from "@/lib/process-counts";
import { mailAlert } from "@/lib/users/mail-alert";
import { backupProblem, createAlerts, diskProblem, maintenanceProblem } from "@/server/worker/alerts";
import { MAINTENANCE_STEPS } from "@/server/worker/maintenance-steps";

beforeAll(startJobs);
beforeEach(async () => {
  await pool().query("TRUNCATE pgboss.job, rate_limits, backups");
  await prisma().user.updateMany({ where: { role: "overall_admin" }, data: { status: "paused" } });
});
afterEach(() => Object.assign(env(), { ALERT_MAILS: "on", BACKUP_TO: undefined }));
afterAll(stopJobs);

const full = { id: "disk", title: "the disk is full", text: "50 MB are free.", remedy: "Free some." };
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
  expect(jobs[0]).toEqual({
    adminId: expect.any(String),
    title: "the disk is full",
    text: "50 MB are free.",
    remedy: "Free some.",
  });
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

test("an email that could not be queued is queued by the next check", async () => {
  await admin();
  const check = createAlerts(async () => [full]);
  await check();
  await pool().query("ALTER TABLE pgboss.job RENAME TO job_elsewhere");
  const refused = await Promise.allSettled([check()]);
  await pool().query("ALTER TABLE pgboss.job_elsewhere RENAME TO job");
  expect(refused).toMatchObject([{ status: "rejected" }]);
  await check();
  expect(await queued()).toHaveLength(1);
});

test("the state of the backups is read from the database", async () => {
  await admin();
  Object.assign(env(), { BACKUP_TO: "/mnt/backups" });
  await pool().query(
    `INSERT INTO backups (address, slot, name, attempts, started_at, retry_at, failure)
     VALUES ('/mnt/backups', 'a', 'a.backup', 1, now(), now(), '/mnt/backups is on a full disk')`,
  );
  const check = createAlerts();
  await check();
  await check();
  expect((await queued()).map(({ title }) => title)).toContain("backups are failing");
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
  const { id: _, ...alert } = full;
  const write = jest.spyOn(process.stdout, "write").mockReturnValue(true);
  await mailAlert({ adminId: id, ...alert }, "job-1");
  await prisma().user.update({ where: { id }, data: { role: "group_admin" } });
  await mailAlert({ adminId: id, ...alert }, "job-2");
  const lines = write.mock.calls.map(([line]) => String(line));
  write.mockRestore();
  expect(lines).toEqual([`Mail to ${email}: Hop: the disk is full. 50 MB are free.\n`]);
});

test("a problem that becomes worse is mailed at once, and once more", async () => {
  await admin();
  const found = [full, full, { ...full, title: "the disk is gone" }, full];
  const check = createAlerts(async () => found.splice(0, 1));
  for (let round = 0; round < 4; round++) await check();
  expect((await queued()).map(({ title }) => title)).toEqual(["the disk is full", "the disk is gone"]);
});

const GB = 1024 ** 3;
const SEVERE = "the disk is almost full";
const LOW = "the disk is filling up";
test.each([
  { free: 3 * GB, size: 1_000 * GB, title: undefined },
  { free: 1.9 * GB, size: 10 * GB, title: undefined },
  { free: 1.9 * GB, size: 1_000 * GB, title: LOW },
  { free: 0.9 * GB, size: 10 * GB, title: LOW },
  { free: 0.05 * GB, size: 10 * GB, title: SEVERE },
  { free: 0.05 * GB, size: 0.2 * GB, title: SEVERE },
  { free: 9 * GB, size: 10 * GB, freeFiles: 999, title: SEVERE },
])(
  "$free of $size bytes free, $freeFiles files: $title",
  ({ free, size, freeFiles = Number.POSITIVE_INFINITY, title }) => {
    expect(diskProblem({ free, size, freeFiles })?.title).toBe(title);
  },
);

test("a small SPOOL_MAX_MB doesn't hide a disk that is almost full", () => {
  const { SPOOL_MAX_MB } = env();
  Object.assign(env(), { SPOOL_MAX_MB: 10 });
  const problem = diskProblem({ free: 0.05 * GB, size: 10 * GB, freeFiles: 1e6 });
  Object.assign(env(), { SPOOL_MAX_MB });
  expect(problem?.title).toBe(SEVERE);
});

test("the same disk of another machine is another problem", () => {
  const disk = { free: 0.05 * GB, size: 10 * GB, freeFiles: 1e6 };
  expect(diskProblem(disk)).toMatchObject({ id: `disk ${hostname()}`, text: expect.stringContaining(hostname()) });
});

const START = Date.now();
const hoursAgo = (hours: number) => new Date(START - hours * 60 * 60 * 1_000);
const made = (hours: number) => ({ at: hoursAgo(hours), bytes: 1, name: "a.backup" });
const failure = { at: hoursAgo(1), message: "/mnt is on a full disk." };
const NONE: BackupState = {
  address: "/mnt",
  everyHours: 24,
  last: null,
  runningSince: null,
  failedAttempts: 0,
  failure: null,
};

test.each<[what: string, state: Partial<BackupState>, text: string | undefined]>([
  ["none scheduled", { address: null, failure }, undefined],
  ["none yet", {}, undefined],
  ["a first one running", { runningSince: hoursAgo(3) }, undefined],
  [
    "a first one running for longer than the interval",
    { runningSince: hoursAgo(25) },
    "No backup has been made to /mnt yet.",
  ],
  ["a recent one", { last: made(47) }, undefined],
  ["an old one", { last: made(72) }, `The last backup in /mnt was made on ${mailTime(hoursAgo(72))}.`],
  ["an old one, and another running", { last: made(71), runningSince: hoursAgo(1) }, undefined],
  [
    "a very old one, and another running",
    { last: made(73), runningSince: hoursAgo(1) },
    `The last backup in /mnt was made on ${mailTime(hoursAgo(73))}.`,
  ],
  [
    "a failure",
    { last: made(25), failure },
    `The last backup in /mnt was made on ${mailTime(hoursAgo(25))}. The latest attempt failed: /mnt is on a full disk.`,
  ],
])("backups: %s", (_what, state, text) => {
  expect(backupProblem({ ...NONE, ...state })?.text).toBe(text);
});

const uptimeAgo = (hours: number) => performance.now() - hours * 60 * 60 * 1_000;

test("maintenance: steps that have not succeeded for five hours", async () => {
  for (const { name } of MAINTENANCE_STEPS) measure(`maintained-at-uptime-ms:${name}`, uptimeAgo(4.9));
  // A clock that was corrected by years is no reason.
  const clock = jest.spyOn(Date, "now").mockReturnValue(Date.parse("2060-01-01"));
  expect(maintenanceProblem()).toBeNull();
  clock.mockRestore();
  for (const name of ["remove old salts", "remove expired sessions"]) {
    measure(`maintained-at-uptime-ms:${name}`, uptimeAgo(5.1));
  }
  expect(maintenanceProblem()).toMatchObject({
    title: "maintenance is failing",
    text: expect.stringContaining(`on ${hostname()} could not remove old salts, remove expired sessions. Data may`),
  });
  await admin();
  const check = createAlerts();
  await check();
  await check();
  expect((await queued()).map(({ title }) => title)).toEqual(["maintenance is failing"]);
});
