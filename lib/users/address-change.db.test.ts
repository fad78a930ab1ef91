import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createUser, unique } from "@/lib/db/testing/fixtures";
import { enqueue, startJobs, stopJobs } from "@/lib/jobs/queue";
import { type Inbox, startInbox } from "@/lib/mail/testing/inbox";
import { mailAddressAdded, mailAddressChanged } from "@/lib/users/mail-address-change";
import { updateUser } from "@/lib/users/update";

const newAddress = () => `${unique("new")}@example.com`;

/** The jobs that carry an address. */
async function jobsAbout(email: string): Promise<{ name: string; data: unknown }[]> {
  const { rows } = await pool().query(
    "SELECT name, data FROM pgboss.job WHERE data->>'newEmail' = $1 OR data->>'oldEmail' = $1 ORDER BY name",
    [email],
  );
  return rows;
}

let inbox: Inbox;

beforeAll(async () => {
  await startJobs();
  inbox = await startInbox();
  const settings = { base_url: "https://hop.example", smtp_host: "127.0.0.1", smtp_port: String(inbox.port) };
  await prisma().setting.createMany({ data: Object.entries(settings).map(([key, value]) => ({ key, value })) });
});

afterEach(() => {
  inbox.mails.length = 0;
});

afterAll(async () => {
  await stopJobs();
  await inbox.close();
});

test("a changed address is queued to be told to both", async () => {
  const [admin, user] = [await createUser({ role: "overall_admin" }), await createUser()];
  const email = newAddress();
  await updateUser(admin, user.id, { email });
  expect(await jobsAbout(email)).toEqual([
    { name: "address-added", data: { userId: user.id, newEmail: email } },
    { name: "address-changed", data: { oldEmail: user.email, newEmail: email } },
  ]);
});

test("another change, or none, is not", async () => {
  const [admin, user] = [await createUser({ role: "overall_admin" }), await createUser()];
  await updateUser(admin, user.id, { urlLimit: 7 });
  await updateUser(admin, user.id, { email: user.email });
  expect(await jobsAbout(user.email)).toEqual([]);
});

test("a change that is refused leaves no job", async () => {
  const [admin, user, other] = [await createUser({ role: "overall_admin" }), await createUser(), await createUser()];
  await expect(updateUser(admin, user.id, { email: other.email })).rejects.toMatchObject({ code: "conflict" });
  expect(await jobsAbout(other.email)).toEqual([]);
});

test("a job of a transaction is there when that is committed, and not when it is rolled back", async () => {
  const email = newAddress();
  const job = { oldEmail: "old@example.com", newEmail: email };
  const rolledBack = prisma().$transaction(async (tx) => {
    await enqueue("address-changed", job, tx);
    throw new Error("changed my mind");
  });
  await expect(rolledBack).rejects.toThrow("changed my mind");
  expect(await jobsAbout(email)).toEqual([]);
  await prisma().$transaction(async (tx) => {
    await enqueue("address-changed", job, tx);
    expect(await jobsAbout(email)).toEqual([]);
  });
  expect(await jobsAbout(email)).toEqual([{ name: "address-changed", data: job }]);
});

test("the old address is told which one took its place", async () => {
  await mailAddressChanged({ oldEmail: "old@example.com", newEmail: "new@example.com" });
  expect(inbox.mails).toMatchObject([
    {
      subject: "Your Hop address was changed",
      recipients: ["old@example.com"],
      text: expect.stringContaining("changed to new@example.com"),
    },
  ]);
});

test("the new address is told what it is for, while it is that user's who may sign in", async () => {
  const user = await createUser();
  await mailAddressAdded({ userId: user.id, newEmail: user.email });
  expect(inbox.mails).toMatchObject([
    {
      subject: "This is your Hop address now",
      recipients: [user.email],
      text: expect.stringContaining("https://hop.example"),
    },
  ]);
  inbox.mails.length = 0;
  await mailAddressAdded({ userId: user.id, newEmail: newAddress() });
  const paused = await createUser({ status: "paused" });
  await mailAddressAdded({ userId: paused.id, newEmail: paused.email });
  expect(inbox.mails).toEqual([]);
});
