import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import { startJobs, stopJobs } from "@/lib/jobs/queue";
import type { JobData } from "@/lib/jobs/queues";
import { startInbox } from "@/lib/mail/testing/inbox";
import { mailLimitIncrease } from "@/lib/users/mail-limit-increase";
import {
  NO_MAIL_SERVER,
  REQUEST_PENDING,
  REQUEST_SENT,
  requestLimitIncrease,
} from "@/lib/users/request-limit-increase";

afterAll(stopJobs);

test("without a mail server, a request is refused and does not count", async () => {
  const actor = await createUser();
  await expect(requestLimitIncrease(actor)).rejects.toMatchObject({ code: "conflict", message: NO_MAIL_SERVER });
  await expect(requestLimitIncrease(actor)).rejects.toMatchObject({ message: NO_MAIL_SERVER });
});

describe("with a mail server", () => {
  const setting = { key: "smtp_host", value: "127.0.0.1" };
  beforeAll(() => prisma().setting.create({ data: setting }));
  afterAll(() => prisma().setting.delete({ where: { key: setting.key } }));

  test("a user can request a higher limit once a day", async () => {
    const actor = await createUser();
    expect(await requestLimitIncrease(actor)).toEqual({ message: REQUEST_SENT });
    await expect(requestLimitIncrease(actor)).rejects.toMatchObject({ code: "rate_limited", message: REQUEST_PENDING });
    expect(await requestLimitIncrease(await createUser())).toEqual({ message: REQUEST_SENT });
  });

  test("a request that could not be queued does not count", async () => {
    const actor = await createUser();
    await startJobs();
    // The queue's table is gone for a moment.
    await pool().query("ALTER TABLE pgboss.job RENAME TO job_elsewhere");
    const refused = requestLimitIncrease(actor);
    await refused.catch(() => undefined);
    await pool().query("ALTER TABLE pgboss.job_elsewhere RENAME TO job");
    await expect(refused).rejects.toThrow();
    expect(await requestLimitIncrease(actor)).toEqual({ message: REQUEST_SENT });
  });

  test("the job holds the limit at the time of the request", async () => {
    const requester = await createUser({ urlLimit: 3 });
    await requestLimitIncrease(requester);
    const jobs = "SELECT data FROM pgboss.job WHERE data->>'userId' = $1";
    expect((await pool().query(jobs, [requester.id])).rows).toEqual([{ data: { userId: requester.id, urlLimit: 3 } }]);
  });
});

/** The requester and two admins, among others. */
async function createCast() {
  await prisma().user.updateMany({ where: { role: "overall_admin" }, data: { status: "paused" } });
  const requester = await createUser({ urlLimit: 3 });
  const admins = [await createUser({ role: "overall_admin" }), await createUser({ role: "overall_admin" })];
  await createUser({ role: "overall_admin", status: "locked" });
  await createUser({ role: "group_admin" });
  return { requester, admins };
}

const run = (job: JobData["limit-increase-request"]) => mailLimitIncrease(job, `job-${job.adminId}`);

/** Runs the job that a request queues, and returns the jobs that it queues in turn. */
async function queueMails(userId: string, urlLimit?: number): Promise<JobData["limit-increase-request"][]> {
  await run({ userId, urlLimit });
  const jobs = "SELECT data FROM pgboss.job WHERE data->>'userId' = $1 AND data ? 'adminId' ORDER BY created_on, id";
  return (await pool().query(jobs, [userId])).rows.map(({ data }) => data);
}

/** Runs these jobs without a mail server, and returns what they print instead. */
async function printed(jobs: JobData["limit-increase-request"][]): Promise<string[]> {
  const write = jest.spyOn(process.stdout, "write").mockReturnValue(true);
  for (const job of jobs) await run(job);
  const lines = write.mock.calls.map(([line]) => String(line)).sort();
  write.mockRestore();
  return lines;
}

test("every active overall_admin is notified, and nobody else", async () => {
  const { requester, admins } = await createCast();
  // As an earlier version queued them, without the limit.
  const jobs = await queueMails(requester.id);
  expect(await printed(jobs)).toEqual(
    admins.map(({ email }) => `Mail to ${email}: ${requester.email} requested a higher limit\n`).sort(),
  );
});

test("nobody is notified once the limit was changed or the user is no longer active", async () => {
  const { requester } = await createCast();
  const jobs = await queueMails(requester.id, 3);
  const change = (data: { urlLimit?: number; status?: "active" | "paused" }) =>
    prisma().user.update({ where: { id: requester.id }, data });
  await change({ urlLimit: 4 });
  expect(await printed(jobs)).toEqual([]);
  await change({ urlLimit: 3, status: "paused" });
  expect(await printed(jobs)).toEqual([]);
  await change({ status: "active" });
  expect(await printed(jobs)).toHaveLength(2);
});

test("somebody who is no active overall_admin any more gets no mail", async () => {
  const { requester, admins } = await createCast();
  const jobs = await queueMails(requester.id);
  await prisma().user.update({ where: { id: admins[0]?.id ?? "" }, data: { role: "group_admin" } });
  await prisma().user.update({ where: { id: admins[1]?.id ?? "" }, data: { status: "paused" } });
  expect(await printed(jobs)).toEqual([]);
});

test("an address that the mail server refuses neither keeps the mail from others nor repeats theirs", async () => {
  const { requester, admins } = await createCast();
  const inbox = await startInbox({ faultOf: (connection) => (connection === 2 ? undefined : "recipient") });
  const settings = { smtp_host: "127.0.0.1", smtp_port: String(inbox.port) };
  await prisma().setting.createMany({ data: Object.entries(settings).map(([key, value]) => ({ key, value })) });
  const jobs = await queueMails(requester.id);
  const outcomes = await Promise.allSettled(jobs.slice(0, 1).map(run));
  for (const job of jobs.slice(1)) await run(job);
  const retried = await Promise.allSettled(jobs.slice(0, 1).map(run));
  expect([...outcomes, ...retried].map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const recipients = inbox.mails.flatMap((mail) => mail.recipients);
  expect(recipients).toEqual([admins.find(({ id }) => id === jobs[1]?.adminId)?.email]);
  expect(inbox.mails).toMatchObject([
    {
      messageId: `<job-${jobs[1]?.adminId}@localhost>`,
      replyTo: [{ address: requester.email }],
      text: expect.stringContaining("http://localhost:3000/users\n"),
    },
  ]);
  await prisma().setting.deleteMany({ where: { key: { in: Object.keys(settings) } } });
  await inbox.close();
});
