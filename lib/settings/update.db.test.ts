import type { Actor } from "@/lib/actor";
import { prisma } from "@/lib/db/prisma";
import { createUser, signedInAgo } from "@/lib/db/testing/fixtures";
import { RECENT_SIGN_IN_REQUIRED } from "@/lib/recent-sign-in";
import { getMailServer, listSettings } from "@/lib/settings/queries";
import { updateSettingsSchema } from "@/lib/settings/schema";
import { MASKED_PASSWORD, SETTING_KEYS, type SettingKey } from "@/lib/settings/types";
import { updateSettings } from "@/lib/settings/update";

const PASSWORD = "correct horse battery";
let admin: Awaited<ReturnType<typeof createUser>>;

beforeAll(async () => {
  admin = await createUser({ role: "overall_admin" });
});

afterEach(async () => {
  await prisma().setting.deleteMany();
  await prisma().auditEntry.deleteMany();
});

type Values = Partial<Record<SettingKey, string | null>>;

const VALUES: Record<SettingKey, string> = {
  base_url: "https://other.example",
  smtp_host: "mail.example",
  smtp_port: "465",
  smtp_user: "hop",
  smtp_password: PASSWORD,
  smtp_from_email: "hop@hop.example",
  smtp_bcc_email: "copy@hop.example",
  public_qr: "on",
};

/** Parses and saves, like PUT /api/settings. */
const save = (values: Values, actor: Actor = admin) =>
  updateSettings(
    actor,
    updateSettingsSchema.parse({ settings: Object.entries(values).map(([key, value]) => ({ key, value })) }),
  );

const stored = async (): Promise<Values> =>
  Object.fromEntries((await prisma().setting.findMany()).map(({ key, value }) => [key, value]));

const entries = () => prisma().auditEntry.findMany({ orderBy: { id: "asc" } });

test.each(["shortcode_admin", "group_admin"] as const)("a %s neither reads nor changes settings", async (role) => {
  const actor = await createUser({ role });
  await expect(listSettings(actor)).rejects.toMatchObject({ code: "forbidden" });
  await expect(save({ base_url: "https://evil.example" }, actor)).rejects.toMatchObject({ code: "forbidden" });
  expect([await stored(), await entries()]).toEqual([{}, []]);
});

test("saved settings are read back with the password masked", async () => {
  const settings = await save({
    base_url: " hop.example/ ",
    smtp_host: "mail.example",
    smtp_port: "465",
    smtp_user: "hop",
    smtp_password: PASSWORD,
    smtp_from_email: "hop@hop.example",
    smtp_bcc_email: "copy@hop.example",
    public_qr: "on",
  });
  expect(Object.fromEntries(settings.map(({ key, value }) => [key, value]))).toEqual({
    base_url: "https://hop.example",
    smtp_host: "mail.example",
    smtp_port: "465",
    smtp_user: "hop",
    smtp_password: MASKED_PASSWORD,
    smtp_from_email: "hop@hop.example",
    smtp_bcc_email: "copy@hop.example",
    public_qr: "on",
  });
  expect(await listSettings(admin)).toEqual(settings);
  expect(await getMailServer()).toEqual({
    host: "mail.example",
    port: 465,
    user: "hop",
    password: PASSWORD,
    from: "hop@hop.example",
    bcc: "copy@hop.example",
    clientName: "hop.example",
    isTlsOptional: false,
  });
});

test("the password is not stored in plain text", async () => {
  await save({ smtp_password: PASSWORD });
  expect((await stored()).smtp_password).toMatch(/^v1\./);
  expect(JSON.stringify([await stored(), await entries()])).not.toContain(PASSWORD);
});

test("empty values and the masked password change nothing; null removes", async () => {
  await save({ smtp_host: "mail.example", smtp_password: PASSWORD, smtp_bcc_email: "copy@hop.example" });
  const before = await stored();
  await save({ smtp_host: "", smtp_password: MASKED_PASSWORD, smtp_bcc_email: "  " });
  expect(await stored()).toEqual(before);
  await save({ smtp_bcc_email: null, base_url: null });
  expect(await stored()).toEqual({ smtp_host: "mail.example", smtp_password: before.smtp_password });
});

test("each change is audited with actor, old and new value, and the password masked", async () => {
  await save({ smtp_host: "mail.example", smtp_password: PASSWORD });
  await save({ smtp_host: "mail.example", smtp_password: "another" });
  await save({ smtp_host: null });
  const event = { actorId: admin.id, actorLabel: admin.label, action: "setting.update", subjectType: "setting" };
  const host = { ...event, subjectId: "smtp_host", subjectLabel: "smtp_host" };
  const password = { ...event, subjectId: "smtp_password", subjectLabel: "smtp_password" };
  expect(await entries()).toMatchObject([
    { ...host, before: { value: null }, after: { value: "mail.example" } },
    { ...password, before: { value: null }, after: { value: MASKED_PASSWORD } },
    { ...password, before: { value: MASKED_PASSWORD }, after: { value: MASKED_PASSWORD } },
    { ...host, before: { value: "mail.example" }, after: { value: null } },
    { ...password, before: { value: MASKED_PASSWORD }, after: { value: null } },
  ]);
});

test.each<[string, Values, "kept" | "removed"]>([
  ["another server", { smtp_host: "other.example" }, "removed"],
  ["another server and the masked password", { smtp_host: "other.example", smtp_password: MASKED_PASSWORD }, "removed"],
  ["no server", { smtp_host: null }, "removed"],
  ["the same server in different case", { smtp_host: "MAIL.example" }, "kept"],
  ["another port", { smtp_port: "2525" }, "kept"],
  ["another user", { smtp_user: "somebody" }, "kept"],
])("after saving %s, the stored password is %s", async (_name, values, outcome) => {
  await save({ smtp_host: "mail.example", smtp_password: PASSWORD });
  await save(values);
  expect("smtp_password" in (await stored())).toBe(outcome === "kept");
});

test("a new server gets the password saved with it", async () => {
  await save({ smtp_host: "mail.example", smtp_password: PASSWORD });
  await save({ smtp_host: "other.example", smtp_password: "its own" });
  expect(await getMailServer()).toMatchObject({ host: "other.example", password: "its own" });
});

test("if one setting cannot be stored, none is", async () => {
  const refuse = (query: string) => prisma().$executeRawUnsafe(query);
  await refuse("ALTER TABLE settings ADD CONSTRAINT no_port CHECK (key <> 'smtp_port')");
  await expect(save({ smtp_host: "mail.example", smtp_port: "25" })).rejects.toThrow();
  await refuse("ALTER TABLE settings DROP CONSTRAINT no_port");
  expect([await stored(), await entries()]).toEqual([{}, []]);
});

test("concurrent saves run one after another", async () => {
  const ports = Array.from({ length: 8 }, (_, i) => String(1_000 + i));
  await Promise.all(ports.map((port) => save({ smtp_port: port })));
  const chain = (await entries()).map(({ before, after }) => [before, after]);
  expect(chain).toHaveLength(ports.length);
  const values = chain.map(([, after]) => after);
  expect(chain.map(([before]) => before)).toEqual([{ value: null }, ...values.slice(0, -1)]);
});

test("values in effect while nothing is stored are listed with their source", async () => {
  expect(await listSettings(admin)).toEqual([
    {
      key: "base_url",
      value: "",
      inherited: { value: "http://localhost:3000", from: null },
      problem: null,
      warning: null,
    },
    { key: "smtp_host", value: "", inherited: null, problem: null, warning: null },
    { key: "smtp_port", value: "", inherited: { value: "587", from: null }, problem: null, warning: null },
    { key: "smtp_user", value: "", inherited: null, problem: null, warning: null },
    { key: "smtp_password", value: "", inherited: null, problem: null, warning: null },
    {
      key: "smtp_from_email",
      value: "",
      inherited: { value: "no-reply@localhost", from: null },
      problem: null,
      warning: null,
    },
    { key: "smtp_bcc_email", value: "", inherited: null, problem: null, warning: null },
    { key: "public_qr", value: "", inherited: { value: "off", from: null }, problem: null, warning: null },
  ]);
});

describe("a sign-in 15 minutes ago", () => {
  const aged = (minutes: number) => signedInAgo(admin, minutes);
  const required = { code: "recent_sign_in_required", message: RECENT_SIGN_IN_REQUIRED };

  test.each(SETTING_KEYS)("is too old to change %s", async (key) => {
    await expect(save({ [key]: VALUES[key] }, aged(15))).rejects.toMatchObject(required);
    expect([await stored(), await entries()]).toEqual([{}, []]);
    await save({ [key]: VALUES[key] }, aged(14));
    await expect(save({ [key]: null }, aged(16))).rejects.toMatchObject(required);
    expect(Object.keys(await stored())).toContain(key);
  });

  test("is enough to save unchanged values", async () => {
    await save({ smtp_host: "mail.example", smtp_password: PASSWORD });
    await save({ smtp_host: "MAIL.example", smtp_password: MASKED_PASSWORD, smtp_user: "" }, aged(10_000));
  });

  test("is required: an actor without a session is refused", async () => {
    const { session: _, ...noSession } = admin;
    await expect(save({ smtp_host: "mail.example" }, noSession)).rejects.toMatchObject(required);
  });
});
