import { readFileSync } from "node:fs";
import type { Actor } from "@/lib/actor";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import { getMailServer, listSettings, TLS_NOT_ENFORCED } from "@/lib/settings/queries";
import { updateSettingsSchema } from "@/lib/settings/schema";
import { seal } from "@/lib/settings/secret-box";
import { resolveTlsOptionalHost, TLS_OPTIONAL_HOST } from "@/lib/settings/tls-optional";
import type { SettingKey } from "@/lib/settings/types";
import { updateSettings } from "@/lib/settings/update";

const MIGRATION = readFileSync("prisma/migrations/20261122060000_mail_servers_without_tls/migration.sql", "utf8");

let admin: Actor;
beforeEach(async () => {
  admin = await createUser({ role: "overall_admin" });
});
afterEach(async () => {
  await prisma().setting.deleteMany();
  await prisma().user.deleteMany();
});

async function store(settings: Partial<Record<SettingKey, string>>): Promise<void> {
  await prisma().setting.createMany({ data: Object.entries(settings).map(([key, value]) => ({ key, value })) });
}

/** Upgrades an installation and starts it with these variables. */
async function upgrade(variables: Parameters<typeof resolveTlsOptionalHost>[1] = {}): Promise<string | undefined> {
  await pool().query(MIGRATION);
  await resolveTlsOptionalHost(pool(), variables);
  return (await prisma().setting.findUnique({ where: { key: TLS_OPTIONAL_HOST } }))?.value;
}

const save = (settings: Partial<Record<SettingKey, string | null>>) =>
  updateSettings(
    admin,
    updateSettingsSchema.parse({ settings: Object.entries(settings).map(([key, value]) => ({ key, value })) }),
  );

const isOptional = async () => (await getMailServer())?.isTlsOptional;
const warnings = async () =>
  (await listSettings(admin)).flatMap(({ key, warning }) => (warning === null ? [] : [[key, warning]]));

test("TLS is optional after the upgrade for a stored server without a login, with a warning in the settings", async () => {
  await store({ smtp_host: "relay.example", smtp_port: "25" });
  expect(await upgrade()).toBe("relay.example");
  expect(await isOptional()).toBe(true);
  expect(await warnings()).toEqual([["smtp_host", TLS_NOT_ENFORCED]]);
});

test.each<[string, Partial<Record<SettingKey, string>>]>([
  ["a user name", { smtp_host: "relay.example", smtp_user: "hop" }],
  ["a password", { smtp_host: "relay.example", smtp_password: seal("secret") }],
])("TLS is required for a stored server with %s", async (_name, settings) => {
  await store(settings);
  expect(await upgrade()).toBeUndefined();
  expect([await isOptional(), await warnings()]).toEqual([false, []]);
});

test.each(["localhost", "127.0.0.1", "::1"])("there is no warning for %s", async (smtp_host) => {
  await store({ smtp_host });
  await upgrade();
  expect([await isOptional(), await warnings()]).toEqual([false, []]);
});

test("TLS is optional for an SMTP_HOST used without a login, but not in a new installation", async () => {
  expect(await upgrade({ SMTP_HOST: "Relay.example" })).toBe("relay.example");
  await prisma().setting.deleteMany();
  expect(await upgrade({ SMTP_HOST: "relay.example", SMTP_USER: "hop" })).toBeUndefined();
  expect(await upgrade({})).toBeUndefined();
  await prisma().user.deleteMany();
  expect(await upgrade({ SMTP_HOST: "relay.example" })).toBeUndefined();
});

test("a later start with a different SMTP_HOST changes nothing", async () => {
  await upgrade({ SMTP_HOST: "relay.example" });
  await resolveTlsOptionalHost(pool(), { SMTP_HOST: "other.example" });
  await resolveTlsOptionalHost(pool(), {});
  expect(await prisma().setting.findUnique({ where: { key: TLS_OPTIONAL_HOST } })).toMatchObject({
    value: "relay.example",
  });
});

test.each<[string, Partial<Record<SettingKey, string | null>>, boolean]>([
  ["another port", { smtp_port: "2525" }, true],
  ["another sender", { smtp_from_email: "hop@hop.example" }, true],
  ["another host", { smtp_host: "other.example" }, false],
  ["no host", { smtp_host: null }, false],
  ["a user name", { smtp_user: "hop", smtp_password: "secret" }, false],
])(
  "after changing to %s (%p), TLS is optional: %p; restoring the old server does not undo it",
  async (_name, changes, isStill) => {
    await store({ smtp_host: "relay.example" });
    await upgrade();
    await save(changes);
    await save({ smtp_host: "relay.example", smtp_user: null, smtp_password: null });
    expect(await isOptional()).toBe(isStill);
  },
);

test("TLS is required for a server stored after the upgrade", async () => {
  await upgrade();
  await save({ smtp_host: "relay.example" });
  expect(await isOptional()).toBe(false);
});
