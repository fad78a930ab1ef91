import type { Actor } from "@/lib/actor";
import { prisma } from "@/lib/db/prisma";
import { createUser, signedInAgo } from "@/lib/db/testing/fixtures";
import { type Inbox, startInbox } from "@/lib/mail/testing/inbox";
import { RECENT_SIGN_IN_REQUIRED } from "@/lib/recent-sign-in";
import { testMailSchema, updateSettingsSchema } from "@/lib/settings/schema";
import { seal } from "@/lib/settings/secret-box";
import { sendTestMail } from "@/lib/settings/send-test-mail";
import {
  MAIL_HOST_CHANGED_SINCE,
  MASKED_PASSWORD,
  PASSWORD_BELONGS_ELSEWHERE,
  type SettingKey,
} from "@/lib/settings/types";
import { updateSettings } from "@/lib/settings/update";

const PASSWORD = "correct horse battery";
const REFUSED = { code: "invalid", field: "smtp_password", message: PASSWORD_BELONGS_ELSEWHERE };

type Values = Partial<Record<SettingKey, string | null>>;

let admin: Awaited<ReturnType<typeof createUser>>;
let inbox: Inbox;

beforeEach(async () => {
  admin = await createUser({ role: "overall_admin" });
  inbox = await startInbox({ account: { user: "hop", password: PASSWORD } });
});

afterEach(async () => {
  await inbox.close();
  await prisma().setting.deleteMany();
  await prisma().auditEntry.deleteMany();
});

/** Parses and tests, like POST /api/settings/test-mail. */
const sendWith = (values: Values, actor: Actor = admin) =>
  sendTestMail(
    actor,
    testMailSchema.parse({ settings: Object.entries(values).map(([key, value]) => ({ key, value })) }),
  );

const store = (values: Record<string, string>) =>
  prisma().setting.createMany({ data: Object.entries(values).map(([key, value]) => ({ key, value })) });

const storeServer = () =>
  store({ smtp_host: "127.0.0.1", smtp_port: String(inbox.port), smtp_user: "hop", smtp_password: seal(PASSWORD) });

const entries = () => prisma().auditEntry.findMany();

test("an unsaved mail server is used, audited without secrets, and not stored", async () => {
  const values = { smtp_host: "127.0.0.1", smtp_port: String(inbox.port), smtp_user: "hop", smtp_password: PASSWORD };
  expect(await sendWith(values)).toMatchObject({ outcome: "sent" });
  expect(inbox.mails).toMatchObject([{ user: "hop", recipients: [admin.email] }]);
  expect(await prisma().setting.count()).toBe(0);
  expect(await entries()).toMatchObject([
    {
      actorId: admin.id,
      action: "setting.test",
      subjectLabel: "smtp_host",
      after: { value: `127.0.0.1:${inbox.port}` },
    },
  ]);
  expect(JSON.stringify(await entries())).not.toContain(PASSWORD);
});

test.each<[string, Values]>([
  ["host", { smtp_host: "localhost" }],
  ["port", { smtp_port: "2525" }],
  ["user name", { smtp_user: "somebody" }],
  ["user name and sends the mask", { smtp_user: "somebody", smtp_password: MASKED_PASSWORD }],
  ["host and empties the password", { smtp_host: "localhost", smtp_password: "" }],
])("the stored password goes nowhere if the actor changes the %s", async (_name, values) => {
  await storeServer();
  await expect(sendWith(values)).rejects.toMatchObject(REFUSED);
  expect(inbox.connections()).toBe(0);
  expect(await entries()).toEqual([]);
});

test("a password that was typed for one mail server is neither sent to nor stored for another", async () => {
  await storeServer();
  const typed = { settings: [{ key: "smtp_password", value: "of another server" }], ifMailHost: "mail.example" };
  const refused = { code: "conflict", field: "smtp_host", message: MAIL_HOST_CHANGED_SINCE };
  await expect(sendTestMail(admin, testMailSchema.parse(typed))).rejects.toMatchObject(refused);
  await expect(updateSettings(admin, updateSettingsSchema.parse(typed))).rejects.toMatchObject(refused);
  expect(inbox.connections()).toBe(0);
  const right = { settings: [{ key: "smtp_password", value: PASSWORD }], ifMailHost: "127.0.0.1" };
  expect(await sendTestMail(admin, testMailSchema.parse(right))).toMatchObject({ outcome: "sent" });
  await updateSettings(admin, updateSettingsSchema.parse(right));
});

test("a stored password without a server does not go to the first one", async () => {
  await store({ smtp_password: seal(PASSWORD) });
  await expect(sendWith({ smtp_host: "127.0.0.1", smtp_port: String(inbox.port) })).rejects.toMatchObject(REFUSED);
  expect(inbox.connections()).toBe(0);
});

describe("with a login in the environment", () => {
  const VARIABLES = ["SMTP_HOST", "SMTP_PORT", "SMTP_USER", "SMTP_PASSWORD"] as const;

  beforeEach(() => {
    const values = ["127.0.0.1", String(inbox.port), "hop", PASSWORD];
    for (const [index, name] of VARIABLES.entries()) process.env[name] = values[index];
    jest.resetModules();
  });

  afterEach(() => {
    for (const name of VARIABLES) delete process.env[name];
    jest.resetModules();
  });

  /** Sends with modules that have not read the environment yet. */
  const sendAgain = async (values: Values) => {
    const [schema, { sendTestMail: send }] = await Promise.all([
      import("@/lib/settings/schema"),
      import("@/lib/settings/send-test-mail"),
    ]);
    const settings = Object.entries(values).map(([key, value]) => ({ key, value }));
    return send(admin, schema.testMailSchema.parse({ settings }));
  };

  test("a change back to it is tested with its password", async () => {
    await store({ smtp_host: "mail.example" });
    expect(await sendAgain({ smtp_host: null })).toMatchObject({ outcome: "sent" });
  });

  test.each<[string, Values]>([
    ["port", { smtp_port: "2525" }],
    ["user name", { smtp_user: "somebody" }],
    ["port, and the stored password is removed", { smtp_port: "2525", smtp_password: null }],
  ])("its password goes nowhere if the actor changes the %s", async (_name, values) => {
    if (values.smtp_password === null) await storeServer();
    await expect(sendAgain(values)).rejects.toMatchObject(REFUSED);
    expect(inbox.connections()).toBe(0);
  });
});

test.each<[string, Values, string]>([
  ["the sender", { smtp_from_email: "other@hop.example" }, "sent"],
  ["nothing", { smtp_host: "127.0.0.1", smtp_user: "hop" }, "sent"],
  ["host and password", { smtp_host: "localhost", smtp_password: PASSWORD }, "sent"],
  ["a wrong password", { smtp_password: "battery staple" }, "login_refused"],
  ["another user and removes the password", { smtp_user: "somebody", smtp_password: null }, "login_refused"],
  ["the host away", { smtp_host: null }, "no_server"],
])("the test runs if the actor changes %s", async (_name, values, outcome) => {
  await storeServer();
  expect(await sendWith(values)).toMatchObject({ outcome });
});

test("a new password replaces one that cannot be decrypted", async () => {
  await storeServer();
  await prisma().setting.update({ where: { key: "smtp_password" }, data: { value: "v1.AAAA" } });
  expect(await sendWith({})).toMatchObject({ outcome: "unreadable_password" });
  expect(await sendWith({ smtp_password: PASSWORD })).toMatchObject({ outcome: "sent" });
});

test("changes need the role and the recent sign-in that saving needs", async () => {
  await storeServer();
  const aged = signedInAgo(admin, 15);
  const values = { smtp_host: "localhost", smtp_password: PASSWORD };
  await expect(sendWith(values, aged)).rejects.toMatchObject({
    code: "recent_sign_in_required",
    message: RECENT_SIGN_IN_REQUIRED,
  });
  for (const role of ["shortcode_admin", "group_admin"] as const) {
    await expect(sendWith(values, await createUser({ role }))).rejects.toMatchObject({ code: "forbidden" });
  }
  expect(inbox.connections()).toBe(0);
  expect(await sendWith({}, aged)).toMatchObject({ outcome: "sent" });
});
