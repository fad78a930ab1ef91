import { recordAudit } from "@/lib/audit/record";
import { sendInvitation } from "@/lib/auth/send-invitation";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createUser, unique } from "@/lib/db/testing/fixtures";
import { createUser as createInvited } from "@/lib/groups/create-user";
import { PermanentFailure } from "@/lib/jobs/permanent-failure";
import { enqueue, startJobs, stopJobs, work } from "@/lib/jobs/queue";
import { type Inbox, startInbox } from "@/lib/mail/testing/inbox";
import { until } from "@/lib/testing/until";
import { mailAddressAdded, mailAddressChanged } from "@/lib/users/mail-address-change";
import { createUserSchema } from "@/lib/users/schema";
import { updateUser } from "@/lib/users/update";

const newAddress = () => `${unique("new")}@example.com`;

/** Jobs that mention an address. */
async function jobsAbout(email: string): Promise<{ name: string; data: unknown }[]> {
  const { rows } = await pool().query(
    "SELECT name, data FROM pgboss.job WHERE data->>'newEmail' = $1 OR data->>'oldEmail' = $1 ORDER BY name",
    [email],
  );
  return rows;
}

/** A user who has signed in. */
const createSignedIn = async () => {
  const user = await createUser();
  await prisma().user.update({ where: { id: user.id }, data: { emailVerified: new Date() } });
  const subject = { type: "session", id: user.session?.id ?? "", label: "Firefox" };
  await recordAudit(prisma(), user, { action: "session.sign_in", subject });
  return user;
};

let inbox: Inbox;

beforeAll(async () => {
  await startJobs();
  inbox = await startInbox({
    refusedRecipients: {
      "gone@example.com": "550 5.1.1 No such mailbox",
      "full@example.com": "552 5.2.2 The mailbox is full",
    },
  });
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

test("changing an address queues mail to the old and the new one", async () => {
  const [admin, user] = [await createUser({ role: "overall_admin" }), await createSignedIn()];
  const email = newAddress();
  await updateUser(admin, user.id, { email });
  expect(await jobsAbout(email)).toEqual([
    { name: "address-added", data: { userId: user.id, newEmail: email } },
    { name: "address-changed", data: { userId: user.id, oldEmail: user.email, newEmail: email } },
  ]);
});

test("after an address was changed and changed back, the old address is still told of the next change", async () => {
  const [admin, user] = [await createUser({ role: "overall_admin" }), await createSignedIn()];
  const email = newAddress();
  for (const address of [newAddress(), user.email, email]) await updateUser(admin, user.id, { email: address });
  expect((await jobsAbout(email)).map(({ name }) => name)).toEqual(["address-added", "address-changed"]);
});

test("other changes and no-ops queue no mail", async () => {
  const [admin, user] = [await createUser({ role: "overall_admin" }), await createUser()];
  await updateUser(admin, user.id, { urlLimit: 7 });
  await updateUser(admin, user.id, { email: user.email });
  expect(await jobsAbout(user.email)).toEqual([]);
});

test("a rejected change queues no mail", async () => {
  const [admin, user, other] = [await createUser({ role: "overall_admin" }), await createUser(), await createUser()];
  await expect(updateUser(admin, user.id, { email: other.email })).rejects.toMatchObject({ code: "conflict" });
  expect(await jobsAbout(other.email)).toEqual([]);
});

test("a job enqueued in a transaction appears on commit and not on rollback", async () => {
  const email = newAddress();
  const job = { oldEmail: "old@example.com", newEmail: email };
  const rolledBack = prisma().$transaction(async (tx) => {
    await enqueue("address-changed", job, tx);
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow("rolled back");
  expect(await jobsAbout(email)).toEqual([]);
  await prisma().$transaction(async (tx) => {
    await enqueue("address-changed", job, tx);
    expect(await jobsAbout(email)).toEqual([]);
  });
  expect(await jobsAbout(email)).toEqual([{ name: "address-changed", data: job }]);
});

test("the old address is told about the new one", async () => {
  await mailAddressChanged({ oldEmail: "old@example.com", newEmail: "new@example.com" }, "job-1");
  expect(inbox.mails).toMatchObject([
    {
      messageId: "<job-1@hop.example>",
      subject: "Your Hop email address was changed",
      recipients: ["old@example.com"],
      text: expect.stringContaining("changed to new@example.com"),
    },
  ]);
});

test("the old address is not told about a change that was taken back, but about one that was followed by another", async () => {
  const user = await createUser();
  const tell = (oldEmail: string) => mailAddressChanged({ userId: user.id, oldEmail, newEmail: newAddress() }, "job");
  await tell(user.email);
  expect(inbox.mails).toEqual([]);
  await tell("old@example.com");
  expect(inbox.mails).toMatchObject([{ recipients: ["old@example.com"] }]);
});

test("a mailbox that no longer exists fails permanently, a full one does not", async () => {
  const tell = (oldEmail: string) => mailAddressChanged({ oldEmail, newEmail: "new@example.com" }, "job");
  await expect(tell("gone@example.com")).rejects.toThrow(PermanentFailure);
  await expect(tell("full@example.com")).rejects.not.toThrow(PermanentFailure);
});

test("the new address is notified only while it belongs to an active user", async () => {
  const user = await createUser();
  await mailAddressAdded({ userId: user.id, newEmail: user.email }, "job-2");
  expect(inbox.mails).toMatchObject([
    {
      messageId: "<job-2@hop.example>",
      subject: "Your new Hop email address",
      recipients: [user.email],
      text: expect.stringContaining("https://hop.example"),
    },
  ]);
  inbox.mails.length = 0;
  await mailAddressAdded({ userId: user.id, newEmail: newAddress() }, "job-3");
  const paused = await createUser({ status: "paused" });
  await mailAddressAdded({ userId: paused.id, newEmail: paused.email }, "job-4");
  expect(inbox.mails).toEqual([]);
});

test("the address of a user who never signed in is corrected: a pending invitation goes to the new one, nothing to the old", async () => {
  await (await startJobs()).clearStorage();
  const admin = await createUser({ role: "overall_admin" });
  const names = { firstName: "Jane", lastName: "Doe" };
  const [invited, silent] = [newAddress(), newAddress()];
  const users = [
    await createInvited(admin, createUserSchema.parse({ ...names, email: newAddress(), sendInvitation: true })),
    await createInvited(admin, createUserSchema.parse({ ...names, email: newAddress() })),
  ];
  await updateUser(admin, users[0]?.id ?? "", { email: invited });
  await updateUser(admin, users[1]?.id ?? "", { email: silent });
  await work("invitation", sendInvitation);
  await work("address-changed", mailAddressChanged);
  await work("address-added", mailAddressAdded);
  await until(async () => (await pool().query("SELECT FROM pgboss.job WHERE state < 'completed'")).rowCount === 0);
  const mails = inbox.mails.map(({ recipients, subject }) => [...recipients, subject]);
  expect(mails.sort()).toEqual(
    [
      [invited, "You're invited to Hop"],
      [silent, "Your new Hop email address"],
    ].sort(),
  );
});
