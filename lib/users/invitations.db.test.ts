import { type AddressInfo, createServer } from "node:net";
import type { Actor } from "@/lib/actor";
import { sendInvitation } from "@/lib/auth/send-invitation";
import { sendSignInLink } from "@/lib/auth/send-link";
import { hashToken, randomToken } from "@/lib/auth/tokens";
import { confirmLink, findLink, openLink, type Visitor } from "@/lib/auth/verify";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser as insertUser, unique } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";
import { createUser } from "@/lib/groups/create-user";
import { startJobs, stopJobs, work } from "@/lib/jobs/queue";
import { type Fault, type Inbox, startInbox } from "@/lib/mail/testing/inbox";
import { until } from "@/lib/testing/until";
import { INVITED_TOO_OFTEN, inviteUser, MAX_INVITATIONS_PER_HOUR, NOT_INVITABLE } from "@/lib/users/invite";
import { listUsers } from "@/lib/users/queries";
import { createUserSchema } from "@/lib/users/schema";
import { setUserStatus } from "@/lib/users/set-status";
import { updateUser } from "@/lib/users/update";

const DAY_MS = 24 * 60 * 60 * 1000;
const LINK = /http\S+\/auth\/verify\/([0-9a-f]{64})/;

const admin = () => insertUser({ role: "overall_admin" });
const input = (fields: object = {}) =>
  createUserSchema.parse({ email: `${unique("new")}@example.com`, firstName: "Ann", lastName: "Lee", ...fields });
const stranger = (browserToken?: string): Visitor => ({
  ip: "8.8.8.8",
  userAgent: "Firefox",
  readCookie: (name) => (name === "hop.browser" ? browserToken : undefined),
});

type Job = { userId: string; invitationId: string };

/** The queued invitations of a user, oldest first. */
async function jobsOf(userId: string): Promise<Job[]> {
  const { rows } = await pool().query(
    "SELECT data FROM pgboss.job WHERE name = 'invitation' AND data->>'userId' = $1 ORDER BY created_on, id",
    [userId],
  );
  return rows.map(({ data }) => data);
}

/** Runs a job as the worker does, and returns the token of the link it printed, if any. */
async function run(job: Job | undefined): Promise<string | undefined> {
  if (!job) throw new Error("no invitation was queued");
  printed = [];
  await sendInvitation(job);
  return LINK.exec(printed.join(""))?.[1];
}

async function invited() {
  const actor = await admin();
  const user = await createUser(actor, input({ sendInvitation: true }));
  const [job] = await jobsOf(user.id);
  return { actor, user, job };
}

/** An invited user with the token of their link. */
async function withLink() {
  const { actor, user, job } = await invited();
  const token = await run(job);
  if (!token) throw new Error("no link was sent");
  return { actor, user, job, token };
}

async function useMailServer(port: number, more: Record<string, string> = {}): Promise<void> {
  const settings = { smtp_host: "127.0.0.1", smtp_port: String(port), ...more };
  await prisma().setting.createMany({ data: Object.entries(settings).map(([key, value]) => ({ key, value })) });
}

let printed: string[] = [];

beforeEach(() => {
  printed = [];
  jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed.push(String(text));
    return true;
  });
});
afterEach(() => jest.restoreAllMocks());
beforeAll(() => startJobs());
afterAll(stopJobs);

test("a new user is invited only if requested, in the transaction that creates them", async () => {
  const actor = await admin();
  const plain = await createUser(actor, input());
  expect(await jobsOf(plain.id)).toEqual([]);
  const user = await createUser(actor, input({ sendInvitation: true }));
  expect(await jobsOf(user.id)).toHaveLength(1);
  const failed = input({ sendInvitation: true, groupIds: ["0190a0a0-0000-7000-8000-000000000000"] });
  await expect(createUser(actor, failed)).rejects.toMatchObject({ code: "not_found" });
  expect(await prisma().verificationToken.count({ where: { identifier: failed.email } })).toBe(0);
});

test("the link works for three days from the invitation, in any browser after a press, once", async () => {
  const { user, job, token } = await withLink();
  expect(printed).toEqual([expect.stringMatching(`^Invitation for ${user.email}: http`)]);
  const [stored] = await prisma().verificationToken.findMany({ where: { identifier: user.email } });
  expect(stored).toMatchObject({ browserHash: null, invitationId: job?.invitationId });
  expect(stored?.token).not.toContain(token);
  const days = (Number(stored?.expires) - Date.now()) / DAY_MS;
  expect(days).toBeGreaterThan(2.9);
  expect(days).toBeLessThanOrEqual(3);

  expect(await openLink(token, stranger(randomToken()))).toEqual({ outcome: "confirm" });
  expect(await findLink(token)).toEqual({ email: user.email, isInvitation: true });
  expect(await confirmLink(token, stranger())).toHaveLength(1);
  await expect(confirmLink(token, stranger())).rejects.toMatchObject({ code: "invalid" });
  // A retry of the job does not revive it.
  expect(await run(job)).toBeUndefined();
});

test("nothing opens an invitation before it is sent", async () => {
  const { user, job } = await invited();
  const [stored] = await prisma().verificationToken.findMany({ where: { identifier: user.email } });
  for (const token of [stored?.token ?? "", job?.invitationId ?? "", hashToken("")]) {
    expect(await findLink(token)).toBeNull();
  }
});

test("a retried job replaces the link, without prolonging it", async () => {
  const { user, job, token } = await withLink();
  const soon = new Date(Date.now() + 60_000);
  await prisma().verificationToken.updateMany({ where: { identifier: user.email }, data: { expires: soon } });
  const second = await run(job);
  expect(second).toMatch(/^[0-9a-f]{64}$/);
  expect([await findLink(token), await findLink(second ?? "")]).toEqual([
    null,
    { email: user.email, isInvitation: true },
  ]);
  expect(await prisma().verificationToken.findMany({ where: { identifier: user.email } })).toMatchObject([
    { expires: soon },
  ]);
});

test("a link outlives a change of the secret as long as the previous one is known", async () => {
  const { user, token } = await withLink();
  const old = unique("a secret of earlier days, and long enough");
  await prisma().verificationToken.updateMany({
    where: { identifier: user.email },
    data: { token: hashToken(token + old) },
  });
  expect(await findLink(token)).toBeNull();
  jest.replaceProperty(env(), "AUTH_SECRET_PREVIOUS", ["a more recent secret that was never used", old]);
  expect(await findLink(token)).toEqual({ email: user.email, isInvitation: true });
  expect(await confirmLink(token, stranger())).toHaveLength(1);
  await expect(confirmLink(token, stranger())).rejects.toMatchObject({ code: "invalid" });
});

test("a worker that dies between giving the link its token and sending it leaves the job to the next one", async () => {
  const { user, token } = await withLink();
  const ofUser = "name = 'invitation' AND data->>'userId' = $1";
  // Restores the state after the worker was killed, long enough ago for the attempt to have timed out.
  await pool().query(
    `UPDATE pgboss.job SET state = 'active', started_on = now() - interval '1 hour', retry_delay = 0 WHERE ${ofUser}`,
    [user.id],
  );
  await (await startJobs()).maintain();
  const { rows } = await pool().query(`SELECT state FROM pgboss.job WHERE ${ofUser}`, [user.id]);
  expect(rows).toEqual([{ state: "retry" }]);
  printed = [];
  await work("invitation", sendInvitation);
  const linkOf = () => new RegExp(`Invitation for ${user.email}: ${LINK.source}`).exec(printed.join(""))?.[1];
  await until(linkOf);
  // Stops the worker, which would send the other tests' invitations.
  await stopJobs();
  await startJobs();
  expect([await findLink(token), await findLink(linkOf() ?? "")]).toEqual([
    null,
    { email: user.email, isInvitation: true },
  ]);
});

test("an expired invitation neither opens nor is sent", async () => {
  const { user, job, token } = await withLink();
  const past = new Date(Date.now() - 1);
  await prisma().verificationToken.updateMany({ where: { identifier: user.email }, data: { expires: past } });
  expect([await findLink(token), await run(job)]).toEqual([null, undefined]);
});

type Revoke = (actor: Actor, id: string) => Promise<unknown>;

test.each<[string, Revoke]>([
  ["pausing", (actor, id) => setUserStatus(actor, id, "paused")],
  ["locking", (actor, id) => setUserStatus(actor, id, "locked")],
  ["deleting", (actor, id) => setUserStatus(actor, id, "deleted")],
  ["another address", (actor, id) => updateUser(actor, id, { email: `${unique("other")}@example.com` })],
  ["a newer invitation", (actor, id) => inviteUser(actor, id)],
])("%s revokes an invitation, sent or not", async (_name, revoke) => {
  const sent = await withLink();
  await revoke(sent.actor, sent.user.id);
  await setUserStatus(sent.actor, sent.user.id, "active");
  expect(await findLink(sent.token)).toBeNull();
  expect(await run(sent.job)).toBeUndefined();
  const waiting = await invited();
  await revoke(waiting.actor, waiting.user.id);
  await setUserStatus(waiting.actor, waiting.user.id, "active");
  expect(await run(waiting.job)).toBeUndefined();
});

test("becoming an overall_admin ends the links sent before, and renews a pending invitation; another role does not", async () => {
  const { actor, user, token } = await withLink();
  await updateUser(actor, user.id, { role: "group_admin" });
  expect(await findLink(token)).not.toBeNull();
  expect(await jobsOf(user.id)).toHaveLength(1);
  await sendSignInLink({ email: user.email, browserHash: hashToken(randomToken()) });
  const signInToken = /[0-9a-f]{64}/.exec(printed.at(-1) ?? "")?.[0] ?? "";
  expect(await findLink(signInToken)).not.toBeNull();
  await updateUser(actor, user.id, { role: "overall_admin" });
  expect([await findLink(token), await findLink(signInToken)]).toEqual([null, null]);
  const renewed = await run((await jobsOf(user.id))[1]);
  expect(await findLink(renewed ?? "")).toEqual({ email: user.email, isInvitation: true });

  const other = await createUser(actor, input());
  await updateUser(actor, other.id, { role: "overall_admin" });
  expect(await jobsOf(other.id)).toEqual([]);
});

test("signing in by an ordinary link ends the invitation, and leaves others' alone", async () => {
  const { user, token } = await withLink();
  const other = await withLink();
  printed = [];
  await sendSignInLink({ email: user.email, browserHash: hashToken(randomToken()) });
  await confirmLink(/[0-9a-f]{64}/.exec(printed.join(""))?.[0] ?? "", stranger());
  expect([await findLink(token), await findLink(other.token)]).toEqual([
    null,
    { email: other.user.email, isInvitation: true },
  ]);
});

test("requesting a sign-in link leaves the invitation open", async () => {
  const { user, token } = await withLink();
  await sendSignInLink({ email: user.email, browserHash: hashToken(randomToken()) });
  expect(await findLink(token)).toEqual({ email: user.email, isInvitation: true });
});

test("the mail goes to the user only, never to the Bcc address, and a failed one throws", async () => {
  const { user, job } = await invited();
  const inbox: Inbox = await startInbox({ faultOf: (connection) => (connection === 1 ? "451" : undefined) });
  await useMailServer(inbox.port, { smtp_bcc_email: "copy@hop.example" });
  try {
    await expect(run(job)).rejects.toThrow();
    await run(job);
  } finally {
    await prisma().setting.deleteMany();
    await inbox.close();
  }
  expect(printed).toEqual([]);
  expect(inbox.mails).toMatchObject([
    { recipients: [user.email], subject: "You're invited to Hop", text: expect.stringMatching(LINK) },
  ]);
});

test("a refused retry leaves the link that an earlier attempt may have delivered", async () => {
  const { user, job } = await invited();
  const faults: Fault[] = ["drop", "451", "recipient"];
  const inbox: Inbox = await startInbox({ faultOf: (connection) => faults[connection - 1] });
  await useMailServer(inbox.port);
  const links = () => Promise.all(inbox.mails.map(({ text = "" }) => findLink(LINK.exec(text)?.[1] ?? "")));
  const open = { email: user.email, isInvitation: true };
  try {
    for (const _ of faults) {
      await expect(run(job)).rejects.toThrow();
      expect(await links()).toEqual([open]);
    }
    await run(job);
    expect(await links()).toEqual([null, open]);
    await inbox.close();
    await expect(run(job)).rejects.toThrow();
    expect(await links()).toEqual([null, open]);
  } finally {
    await prisma().setting.deleteMany();
    await inbox.close();
  }
});

test("a refused retry does not revive an invitation that has been replaced meanwhile", async () => {
  const { actor, user, job } = await invited();
  let replaced: Promise<unknown> | undefined;
  const server = createServer((socket) => {
    replaced = inviteUser(actor, user.id).then(() => socket.end("554 No\r\n"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await useMailServer((server.address() as AddressInfo).port);
  try {
    await expect(run(job)).rejects.toThrow("554 No");
    await replaced;
  } finally {
    await prisma().setting.deleteMany();
    server.close();
  }
  expect(await prisma().verificationToken.findMany({ where: { identifier: user.email } })).toMatchObject([
    { invitationId: (await jobsOf(user.id))[1]?.invitationId, token: expect.stringMatching(/^unsent /) },
  ]);
});

describe("inviting again", () => {
  test.each([
    ["shortcode_admin", "shortcode_admin", "forbidden"],
    ["group_admin", "shortcode_admin", "forbidden"],
    ["overall_admin", "shortcode_admin", "done"],
    ["overall_admin", "group_admin", "done"],
    ["overall_admin", "overall_admin", "forbidden"],
    ["overall_admin", "self", "forbidden"],
    ["overall_admin", "unknown", "not_found"],
  ] as const)("%s invites %s: %s", async (role, target, expected) => {
    const actor = await insertUser({ role });
    if (role === "group_admin") await createGroup(actor);
    const user = target === "self" ? actor : target === "unknown" ? null : await insertUser({ role: target });
    const id = user?.id ?? "0190a0a0-0000-7000-8000-000000000000";
    const call = inviteUser(actor, id);
    if (expected === "done") {
      expect(await call).toEqual({ email: user?.email, expiresAt: expect.stringMatching(/Z$/) });
    } else await expect(call).rejects.toMatchObject({ code: expected });
    expect(await jobsOf(id)).toHaveLength(expected === "done" ? 1 : 0);
  });

  test("is recorded, without the link", async () => {
    const { actor, user, token } = await withLink();
    const { expiresAt } = await inviteUser(actor, user.id);
    const entries = await prisma().auditEntry.findMany({ where: { subjectId: user.id }, orderBy: { id: "asc" } });
    expect(entries.map(({ action }) => action)).toEqual(["user.create", "user.invite", "user.invite"]);
    expect(entries[2]).toMatchObject({ actorId: actor.id, subjectLabel: user.email, after: { expiresAt } });
    expect(JSON.stringify(entries)).not.toContain(token);
  });

  test.each(["paused", "locked", "deleted"] as const)("a %s user is not invited", async (status) => {
    const user = await insertUser({ status });
    await expect(inviteUser(await admin(), user.id)).rejects.toMatchObject({
      code: "conflict",
      message: NOT_INVITABLE,
    });
  });

  test("is refused once the user has signed in, until their address changes", async () => {
    const { actor, user, token } = await withLink();
    const listed = async () => (await listUsers(actor, { q: user.email })).items[0]?.hasSignedIn;
    expect(await listed()).toBe(false);
    await confirmLink(token, stranger());
    expect(await listed()).toBe(true);
    await expect(inviteUser(actor, user.id)).rejects.toMatchObject({ code: "conflict", message: NOT_INVITABLE });
    const email = `${unique("corrected")}@example.com`;
    await updateUser(actor, user.id, { email });
    expect(await inviteUser(actor, user.id)).toMatchObject({ email });
  });

  test("is limited per user", async () => {
    const actor = await admin();
    const user = await insertUser();
    for (let sent = 0; sent < MAX_INVITATIONS_PER_HOUR; sent++) await inviteUser(actor, user.id);
    const refused = { code: "rate_limited", message: INVITED_TOO_OFTEN };
    await expect(inviteUser(actor, user.id)).rejects.toMatchObject(refused);
    await expect(inviteUser(await admin(), user.id)).rejects.toMatchObject(refused);
    await inviteUser(actor, (await insertUser()).id);
  });

  test("concurrent invitations leave one link", async () => {
    const actor = await admin();
    const user = await insertUser();
    await Promise.all([inviteUser(actor, user.id), inviteUser(actor, user.id), inviteUser(actor, user.id)]);
    const jobs = await jobsOf(user.id);
    const tokens = [];
    for (const job of jobs) tokens.push(await run(job));
    expect(jobs).toHaveLength(3);
    expect(tokens.filter((token) => token !== undefined)).toHaveLength(1);
  });
});
