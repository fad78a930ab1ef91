import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";

const OLD = "the secret of the first year: long enough";
const NEW = "the secret of the second year, long enough";

/** Imports the modules with these secrets. */
async function withSecrets(secret: string, previous = "") {
  process.env.AUTH_SECRET = secret;
  process.env.AUTH_SECRET_PREVIOUS = previous;
  jest.resetModules();
  const [{ seal, unseal }, { resealSettings }, { getMailServer, listSettings, PASSWORD_UNREADABLE }] =
    await Promise.all([
      import("@/lib/settings/secret-box"),
      import("@/lib/settings/reseal"),
      import("@/lib/settings/queries"),
    ]);
  return { seal, unseal, resealSettings, getMailServer, listSettings, PASSWORD_UNREADABLE };
}

const stored = async () => (await prisma().setting.findUniqueOrThrow({ where: { key: "smtp_password" } })).value;

/** Stores a password encrypted under the old secret. */
async function givenPassword(): Promise<void> {
  const { seal } = await withSecrets(OLD);
  const settings = { smtp_host: "mail.example", smtp_password: seal("hunter2") };
  await prisma().setting.createMany({ data: Object.entries(settings).map(([key, value]) => ({ key, value })) });
}

beforeEach(givenPassword);

afterEach(async () => {
  await prisma().setting.deleteMany();
  process.env.AUTH_SECRET = "";
  process.env.AUTH_SECRET_PREVIOUS = "";
});

test.each([OLD, `${"x".repeat(32)}, ${OLD}, ${"y".repeat(32)}`])(
  "a password is decrypted with a previous secret: %s",
  async (previous) => {
    const { getMailServer } = await withSecrets(NEW, previous);
    expect(await getMailServer()).toMatchObject({ password: "hunter2" });
  },
);

test("a previous secret may contain a comma", async () => {
  const { seal } = await withSecrets(`${OLD}, or not`);
  await prisma().setting.update({ where: { key: "smtp_password" }, data: { value: seal("hunter2") } });
  expect(await (await withSecrets(NEW, `${OLD}, or not`)).getMailServer()).toMatchObject({ password: "hunter2" });
});

test("the password is re-encrypted, after which the previous secret is no longer needed", async () => {
  const sealed = await stored();
  const { resealSettings } = await withSecrets(NEW, OLD);
  await resealSettings(pool());
  const resealed = await stored();
  expect(resealed).not.toBe(sealed);
  await resealSettings(pool());
  expect(await stored()).toBe(resealed);
  expect(await (await withSecrets(NEW)).getMailServer()).toMatchObject({ password: "hunter2" });
  expect((await withSecrets(OLD)).unseal(resealed)).toBeUndefined();
});

test("processes starting concurrently leave a readable password", async () => {
  const { resealSettings, getMailServer } = await withSecrets(NEW, OLD);
  await Promise.all([resealSettings(pool()), resealSettings(pool()), resealSettings(pool())]);
  expect(await getMailServer()).toMatchObject({ password: "hunter2" });
});

test("with an unknown secret the password is kept, and the settings ask for it again", async () => {
  const sealed = await stored();
  const { resealSettings, getMailServer, listSettings, PASSWORD_UNREADABLE } = await withSecrets(NEW);
  const { log } = await import("@/lib/log");
  const logged = jest.spyOn(log, "error").mockReturnValue(undefined);
  await resealSettings(pool());
  await resealSettings(pool());
  expect(logged.mock.calls).toEqual([[PASSWORD_UNREADABLE]]);
  expect(await stored()).toBe(sealed);
  expect(await getMailServer()).toMatchObject({ host: "mail.example", password: undefined });
  const settings = await listSettings(await createUser({ role: "overall_admin" }));
  expect(settings.filter(({ problem }) => problem)).toEqual([
    { key: "smtp_password", value: "********", inherited: null, problem: PASSWORD_UNREADABLE, warning: null },
  ]);
});

test("nothing happens without a stored password", async () => {
  await prisma().setting.deleteMany();
  await (await withSecrets(NEW, OLD)).resealSettings(pool());
  expect(await prisma().setting.count()).toBe(0);
});
