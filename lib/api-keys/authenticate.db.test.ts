import { authenticateApiKey, KEY_MISSING } from "@/lib/api-keys/authenticate";
import { createApiKey } from "@/lib/api-keys/create";
import { generateApiKey } from "@/lib/api-keys/key";
import { revokeApiKey } from "@/lib/api-keys/revoke";
import { createApiKeySchema } from "@/lib/api-keys/schema";
import { KEY_EXPIRED, KEY_INVALID, KEY_REVOKED } from "@/lib/api-keys/usable";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { statementsDuring } from "@/lib/db/testing/statements";
import { env } from "@/lib/env";
import { log } from "@/lib/log";

afterEach(() => Object.assign(env(), { TIME_ZONE: "UTC" }));

async function createKey(fields: object = {}) {
  const admin = await createUser({ role: "group_admin" });
  const groupId = await createGroup(admin);
  const key = await createApiKey(admin, groupId, createApiKeySchema.parse({ name: "Shop", ...fields }));
  return { admin, ...key };
}

test("a key acts for its group, within its scopes and its owner's rights", async () => {
  const { admin, groupId, id, apiKey } = await createKey();
  const { caller } = await authenticateApiKey(`Bearer ${apiKey}`);
  expect(caller).toEqual({
    keyId: id,
    keyName: "Shop",
    groupId,
    scopes: ["create", "read"],
    owner: { id: admin.id, role: "group_admin" },
  });
});

test.each(["Bearer", "bearer", "BEARER", "bEaReR", "Bearer  "])("accepts the scheme as %p", async (scheme) => {
  const { id, apiKey } = await createKey();
  expect((await authenticateApiKey(`${scheme} ${apiKey}`)).caller.keyId).toBe(id);
});

describe("rejects", () => {
  test.each([
    ["a missing header", null, KEY_MISSING],
    ["an empty header", "", KEY_MISSING],
    ["the scheme without a key", "Bearer", KEY_MISSING],
    ["another scheme", `Basic ${generateApiKey()}`, KEY_MISSING],
    ["a key without a scheme", generateApiKey(), KEY_MISSING],
    ["two keys", `Bearer ${generateApiKey()} ${generateApiKey()}`, KEY_INVALID],
    ["an unknown key", `Bearer ${generateApiKey()}`, KEY_INVALID],
    ["an SQL injection", "Bearer '; DROP TABLE api_keys; --", KEY_INVALID],
  ])("%s", async (_name, header, message) => {
    await expect(authenticateApiKey(header)).rejects.toMatchObject({ code: "unauthorized", message });
  });

  test("a mistyped key without querying the database", async () => {
    const { apiKey } = await createKey();
    const mistyped = apiKey.replace(/.$/, (last) => (last === "x" ? "y" : "x"));
    const rejected = (key: string) =>
      statementsDuring(() =>
        expect(authenticateApiKey(`Bearer ${key}`)).rejects.toMatchObject({ message: KEY_INVALID }),
      );
    expect(await rejected(mistyped)).toEqual([]);
    expect(await rejected(generateApiKey())).not.toEqual([]);
  });

  test("a revoked key immediately", async () => {
    const { admin, id, apiKey } = await createKey();
    await authenticateApiKey(`Bearer ${apiKey}`);
    await revokeApiKey(admin, id);
    await expect(authenticateApiKey(`Bearer ${apiKey}`)).rejects.toMatchObject({ message: KEY_REVOKED });
  });

  test("a revoked key and logs its id", async () => {
    const { admin, id, apiKey } = await createKey();
    await revokeApiKey(admin, id);
    const warn = jest.spyOn(log, "warn").mockImplementation(() => undefined);
    await expect(authenticateApiKey(`Bearer ${apiKey}`)).rejects.toThrow(KEY_REVOKED);
    const logged = warn.mock.calls.map(([fields]) => fields);
    warn.mockRestore();
    expect(logged).toEqual([{ event: "api_key_refused", apiKeyId: id, reason: "revoked" }]);
  });

  test("an expired key", async () => {
    const { id, apiKey } = await createKey({ expiresAt: "2999-01-01T00:00:00Z" });
    await authenticateApiKey(`Bearer ${apiKey}`);
    await prisma().apiKey.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } });
    await expect(authenticateApiKey(`Bearer ${apiKey}`)).rejects.toMatchObject({ message: KEY_EXPIRED });
  });
});

describe("the rate limit of a key", () => {
  test("of 20 admits exactly 20 of 60 concurrent requests", async () => {
    const { apiKey } = await createKey({ rateLimit: 20 });
    const results = await Promise.all(Array.from({ length: 60 }, () => authenticateApiKey(`Bearer ${apiKey}`)));
    expect(results.filter(({ usage }) => !usage.isOver)).toHaveLength(20);
    expect(
      results
        .map(({ usage }) => usage.remaining)
        .sort((a, b) => b - a)
        .slice(0, 21),
    ).toEqual([...Array.from({ length: 20 }, (_, index) => 19 - index), 0]);
  });

  test("is reported with the remainder and reset time, per key", async () => {
    const first = await createKey({ rateLimit: 2 });
    const fields = createApiKeySchema.parse({ name: "Blog", rateLimit: 500 });
    const second = await createApiKey(first.admin, first.groupId, fields);
    const use = async (apiKey: string) => (await authenticateApiKey(`Bearer ${apiKey}`)).usage;
    const resetSeconds = expect.any(Number);
    expect(await use(first.apiKey)).toEqual({ limit: 2, remaining: 1, resetSeconds, isOver: false });
    expect(await use(first.apiKey)).toEqual({ limit: 2, remaining: 0, resetSeconds, isOver: false });
    const over = await use(first.apiKey);
    expect(over).toEqual({ limit: 2, remaining: 0, resetSeconds, isOver: true });
    expect(over.resetSeconds).toBeGreaterThan(3_500);
    expect(over.resetSeconds).toBeLessThanOrEqual(3_600);
    expect(await use(second.apiKey)).toEqual({ limit: 500, remaining: 499, resetSeconds, isOver: false });
  });

  test("resets after an hour", async () => {
    const { apiKey } = await createKey({ rateLimit: 1 });
    await authenticateApiKey(`Bearer ${apiKey}`);
    expect((await authenticateApiKey(`Bearer ${apiKey}`)).usage.isOver).toBe(true);
    await prisma().rateLimit.updateMany({
      where: { key: { startsWith: "api-key:" } },
      data: { expire: Date.now() - 1 },
    });
    expect((await authenticateApiKey(`Bearer ${apiKey}`)).usage).toMatchObject({ remaining: 0, isOver: false });
  });
});

test("audits the first use of each day under the key", async () => {
  Object.assign(env(), { TIME_ZONE: "Europe/Berlin" });
  const { id, apiKey } = await createKey();
  const uses = () =>
    prisma().auditEntry.findMany({
      where: { action: "api_key.use", subjectId: id },
      select: { actorId: true, apiKeyId: true, actorLabel: true },
    });
  const use = async (at: string) => (await authenticateApiKey(`Bearer ${apiKey}`, Date.parse(at))).recordUse?.();
  const first = { actorId: null, apiKeyId: id, actorLabel: "API key Shop" };
  await Promise.all(Array.from({ length: 10 }, () => use("2026-11-20T23:00:00Z")));
  expect(await uses()).toEqual([first]);
  await use("2026-11-21T22:59:59.999Z");
  expect(await uses()).toEqual([first]);
  await use("2026-11-21T23:01:00Z");
  expect(await uses()).toEqual([first, first]);
});

test("updates the last use once a minute, even with concurrent requests", async () => {
  const { id, apiKey } = await createKey();
  const lastUse = async () => (await prisma().apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt?.getTime();
  const { recordUse } = await authenticateApiKey(`Bearer ${apiKey}`);
  expect(await lastUse()).toBeUndefined();
  await recordUse?.();
  const first = await lastUse();
  expect(Date.now() - (first ?? 0)).toBeLessThan(60_000);
  expect((await authenticateApiKey(`Bearer ${apiKey}`)).recordUse).toBeNull();
  await recordUse?.();
  expect(await lastUse()).toBe(first);
  await prisma().apiKey.update({ where: { id }, data: { lastUsedAt: new Date(Date.now() - 61_000) } });
  await (await authenticateApiKey(`Bearer ${apiKey}`)).recordUse?.();
  expect(await lastUse()).toBeGreaterThanOrEqual(first ?? 0);
  // By a clock that was ahead.
  await prisma().apiKey.update({ where: { id }, data: { lastUsedAt: new Date("2040-01-01") } });
  await (await authenticateApiKey(`Bearer ${apiKey}`)).recordUse?.();
  expect(await lastUse()).toBeLessThan(Date.now() + 60_000);
});
