import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { seal } from "@/lib/settings/secret-box";
import { storeFirstBaseUrl } from "@/lib/settings/store-first-base-url";

const ENVIRONMENT = {
  SMTP_HOST: "env.example",
  SMTP_PORT: "2525",
  SMTP_USER: "env-user",
  SMTP_PASSWORD: "env-password",
  SMTP_FROM_EMAIL: "env@example.com",
  SMTP_BCC_EMAIL: "env-copy@example.com",
};

let changed: string[] = [];

/** Imports the module with these environment variables and stored settings. */
async function given(variables: Record<string, string>, settings: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) process.env[name] = value;
  changed = Object.keys(variables);
  await prisma().setting.createMany({ data: Object.entries(settings).map(([key, value]) => ({ key, value })) });
  jest.resetModules();
  return import("@/lib/settings/queries");
}

afterEach(async () => {
  for (const name of changed) delete process.env[name];
  await prisma().setting.deleteMany();
});

test.each([
  ["nothing set", {}, {}, "http://localhost:3000"],
  ["PORT", { PORT: "8080" }, {}, "http://localhost:8080"],
  ["BASE_URL", { BASE_URL: "https://env.example/" }, {}, "https://env.example"],
  [
    "BASE_URL and a stored setting",
    { BASE_URL: "https://env.example" },
    { base_url: "https://db.example" },
    "https://db.example",
  ],
])("the base URL with %s", async (_name, variables, settings, baseUrl) => {
  const { getBaseUrl } = await given(variables, settings);
  expect(await getBaseUrl()).toBe(baseUrl);
});

test("BASE_URL is stored at the first start and never overwrites a stored value", async () => {
  const stored = () => prisma().setting.findMany({ select: { key: true, value: true } });
  await storeFirstBaseUrl(pool(), undefined);
  expect(await stored()).toEqual([]);
  await storeFirstBaseUrl(pool(), "https://first.example");
  await storeFirstBaseUrl(pool(), "https://second.example");
  expect(await stored()).toEqual([{ key: "base_url", value: "https://first.example" }]);
  expect(await prisma().auditEntry.findMany({ where: { subjectId: "base_url" } })).toMatchObject([
    {
      actorLabel: "System",
      action: "setting.update",
      before: { value: null },
      after: { value: "https://first.example" },
    },
  ]);
});

describe("the mail server", () => {
  const fromEnvironment = {
    host: "env.example",
    port: 2525,
    user: "env-user",
    password: "env-password",
    from: "env@example.com",
    bcc: "env-copy@example.com",
    clientName: "example.com",
    isTlsOptional: false,
  };

  test.each([
    ["is null without a host", { SMTP_USER: "somebody" }, { smtp_user: "somebody" }, null],
    [
      "has defaults if only the host is set",
      { SMTP_HOST: "env.example", BASE_URL: "https://hop.example:8443" },
      {},
      {
        host: "env.example",
        port: 587,
        user: undefined,
        password: undefined,
        from: "no-reply@hop.example",
        bcc: undefined,
        clientName: "hop.example",
        isTlsOptional: false,
      },
    ],
    ["comes from the environment", ENVIRONMENT, {}, fromEnvironment],
    [
      "is overridden by individual stored settings",
      ENVIRONMENT,
      { smtp_port: "465", smtp_from_email: "db@example.com" },
      { ...fromEnvironment, port: 465, from: "db@example.com" },
    ],
    [
      "does not get the user and password of another host",
      ENVIRONMENT,
      { smtp_host: "db.example" },
      { ...fromEnvironment, host: "db.example", user: undefined, password: undefined },
    ],
    ["keeps them if the stored host is the same", ENVIRONMENT, { smtp_host: "env.example" }, fromEnvironment],
  ])("%s", async (_name, variables, settings, expected) => {
    const { getMailServer, hasMailServer } = await given(variables, settings);
    expect(await getMailServer()).toEqual(expected);
    expect(await hasMailServer()).toBe(expected !== null);
  });

  test("has the stored password, decrypted", async () => {
    const settings = { smtp_host: "db.example", smtp_user: "db-user", smtp_password: seal("db-password") };
    const { getMailServer } = await given(ENVIRONMENT, settings);
    expect(await getMailServer()).toMatchObject({ user: "db-user", password: "db-password" });
  });

  test("has no password if the stored one cannot be decrypted, and does not fall back to SMTP_PASSWORD", async () => {
    const settings = { smtp_host: "db.example", smtp_user: "db-user", smtp_password: "v1.AAAA" };
    const { getMailServer } = await given(ENVIRONMENT, settings);
    expect(await getMailServer()).toMatchObject({ user: "db-user", password: undefined });
  });
});
