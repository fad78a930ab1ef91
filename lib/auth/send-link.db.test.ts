import { randomToken } from "@/lib/auth/tokens";
import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import { type Inbox, startInbox } from "@/lib/mail/testing/inbox";
import { seal } from "@/lib/settings/secret-box";
import type { SettingKey } from "@/lib/settings/types";

const LINK = /http\S+\/auth\/verify\/[0-9a-f]{64}/g;

const changed = new Set<string>();

/** Imports the module with these environment variables. */
async function withVariables(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) {
    process.env[name] = value;
    changed.add(name);
  }
  jest.resetModules();
  return import("@/lib/auth/send-link");
}

async function set(settings: Partial<Record<SettingKey, string>>): Promise<void> {
  const data = Object.entries(settings).map(([key, value]) => ({ key, value }));
  await prisma().setting.createMany({ data });
}

let inbox: Inbox | undefined;
let printed: string[];

beforeEach(() => {
  printed = [];
  jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed.push(String(text));
    return true;
  });
});

afterEach(async () => {
  jest.restoreAllMocks();
  for (const name of changed) delete process.env[name];
  changed.clear();
  await prisma().setting.deleteMany();
  await inbox?.close();
  inbox = undefined;
});

test("without a mail server the link is printed to standard output, built from the base URL", async () => {
  const { sendSignInLink } = await withVariables({});
  await set({ base_url: "https://hop.example" });
  const { email } = await createUser();
  await sendSignInLink({ email, browserHash: "hash" });
  expect(printed).toEqual([
    expect.stringMatching(`^Sign-in link for ${email}: https://hop\\.example/auth/verify/[0-9a-f]{64}\n$`),
  ]);
});

test("with SMTP_* the link is emailed as text and HTML, and not printed", async () => {
  inbox = await startInbox();
  const { sendSignInLink } = await withVariables({
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String(inbox.port),
    SMTP_FROM_EMAIL: "hop@hop.example",
    SMTP_BCC_EMAIL: "copy@hop.example",
    BASE_URL: "https://hop.example/",
    BRAND_NAME: "Leap",
  });
  const { email } = await createUser();
  await sendSignInLink({ email, browserHash: "hash" });
  expect(printed).toEqual([]);
  expect(inbox.mails).toHaveLength(1);
  const [mail] = inbox.mails;
  expect(mail).toMatchObject({
    subject: "Sign in to Leap",
    from: { address: "hop@hop.example" },
    to: [{ address: email }],
  });
  const [link] = mail?.text?.match(LINK) ?? [];
  expect(link).toMatch(/^https:\/\/hop\.example\/auth\/verify\//);
  expect(mail?.text).toContain("expires in 10 minutes");
  expect(new Set(mail?.html?.match(LINK))).toEqual(new Set([link]));
  expect(mail?.html).toContain(`href="${link}"`);
});

test.each([
  ["SMTP_BCC_EMAIL", { SMTP_BCC_EMAIL: "copy@hop.example" }, {}],
  ["the setting", {}, { smtp_bcc_email: "copy@hop.example" }],
] as const)("a sign-in link is never copied to the Bcc address of %s", async (_name, variables, settings) => {
  inbox = await startInbox();
  const { sendSignInLink } = await withVariables({
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String(inbox.port),
    ...variables,
  });
  await set(settings);
  const { email } = await createUser();
  await sendSignInLink({ email, browserHash: "hash" });
  expect(inbox.mails.map(({ recipients, bcc }) => ({ recipients, bcc }))).toEqual([
    { recipients: [email], bcc: undefined },
  ]);
});

test("stored mail settings override the environment, with the password decrypted", async () => {
  const unused = await startInbox();
  inbox = await startInbox({ account: { user: "hop", password: "päss word" } });
  const { sendSignInLink } = await withVariables({ SMTP_HOST: "127.0.0.1", SMTP_PORT: String(unused.port) });
  await set({
    base_url: "https://stored.example",
    smtp_host: "localhost",
    smtp_port: String(inbox.port),
    smtp_user: "hop",
    smtp_password: seal("päss word"),
  });
  const { email } = await createUser();
  await sendSignInLink({ email, browserHash: "hash" });
  await unused.close();
  expect(unused.mails).toEqual([]);
  expect(inbox.mails).toMatchObject([
    { user: "hop", from: { address: "no-reply@stored.example" }, text: expect.stringMatching(LINK) },
  ]);
});

test.each([
  ["rejects the email", async () => startInbox({ refusal: "Try again later" }), {}],
  [
    "rejects the password",
    async () => startInbox({ account: { user: "hop", password: "right" } }),
    { SMTP_USER: "hop", SMTP_PASSWORD: "wrong" },
  ],
  [
    "is unreachable",
    async () => {
      const closed = await startInbox();
      await closed.close();
      return { ...closed, close: async () => undefined };
    },
    {},
  ],
])("a mail server that %s throws, so that the job is retried", async (_name, start, account) => {
  inbox = await start();
  const { sendSignInLink } = await withVariables({
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String(inbox.port),
    ...account,
  });
  const { email } = await createUser();
  await expect(sendSignInLink({ email, browserHash: "hash" })).rejects.toThrow();
  expect(printed).toEqual([]);
});

test.each([
  ["an unknown user", async () => "stranger@example.com"],
  ["a paused user", async () => (await createUser({ status: "paused" })).email],
  ["a locked user", async () => (await createUser({ status: "locked" })).email],
  ["a deleted user", async () => (await createUser({ status: "deleted" })).email],
])("%s gets no email, and neither a token nor a user is created", async (_name, makeEmail) => {
  inbox = await startInbox();
  const { sendSignInLink } = await withVariables({ SMTP_HOST: "127.0.0.1", SMTP_PORT: String(inbox.port) });
  const email = await makeEmail();
  const users = await prisma().user.count();
  await sendSignInLink({ email, browserHash: "hash" });
  expect([inbox.mails, printed]).toEqual([[], []]);
  expect(await prisma().verificationToken.count({ where: { identifier: email } })).toBe(0);
  expect(await prisma().user.count()).toBe(users);
});

test("the token is stored hashed, for ten minutes, with the requesting browser", async () => {
  const { sendSignInLink } = await withVariables({});
  const { email } = await createUser();
  const browserHash = randomToken();
  await sendSignInLink({ email, browserHash });
  const token = printed[0]?.trim().split("/").at(-1) ?? "";
  const [stored] = await prisma().verificationToken.findMany({ where: { identifier: email } });
  expect(stored).toMatchObject({ browserHash, token: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(stored?.token).not.toBe(token);
  const minutes = (Number(stored?.expires) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(9);
  expect(minutes).toBeLessThanOrEqual(10);
});

describe("the link in the startup banner", () => {
  beforeEach(() => prisma().user.deleteMany());

  test("is for the first active administrator", async () => {
    const { createFirstAdminLink } = await withVariables({});
    await createUser({ role: "shortcode_admin" });
    await createUser({ role: "overall_admin", status: "paused" });
    const first = await createUser({ role: "overall_admin" });
    await createUser({ role: "overall_admin" });
    const printed = await createFirstAdminLink();
    expect(printed).toEqual({ email: first.email, link: expect.stringMatching(LINK) });
    const entries = await prisma().auditEntry.findMany({ where: { action: "user.sign_in_link" } });
    expect(entries).toMatchObject([
      { actorId: null, actorLabel: "System", subjectId: first.id, subjectLabel: first.email, after: null },
    ]);
  });

  test("is not created without an administrator or with a mail server", async () => {
    const { createFirstAdminLink } = await withVariables({});
    await createUser({ role: "group_admin" });
    expect(await createFirstAdminLink()).toBeNull();
    await createUser({ role: "overall_admin" });
    await set({ smtp_host: "mail.example" });
    expect(await createFirstAdminLink()).toBeNull();
  });
});
