import type { Actor } from "@/lib/actor";
import { createApiKey, MAX_KEYS, TOO_MANY_KEYS } from "@/lib/api-keys/create";
import { deleteApiKey } from "@/lib/api-keys/delete";
import { listApiKeys } from "@/lib/api-keys/queries";
import { revokeApiKey } from "@/lib/api-keys/revoke";
import { createApiKeySchema } from "@/lib/api-keys/schema";
import { hashToken } from "@/lib/auth/tokens";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import type { AppError } from "@/lib/errors";

const UNKNOWN_ID = "0190a0a0-0000-7000-8000-000000000000";
const input = (fields: object = {}) => createApiKeySchema.parse({ name: "Shop", ...fields });

/** "ok", or the error code if the call was refused. */
async function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "ok",
    (error: AppError) => error.code,
  );
}

describe("permissions (design section 7)", () => {
  const createActors = async () => {
    const [member, groupAdmin] = [await createUser(), await createUser({ role: "group_admin" })];
    const groupId = await createGroup(member, groupAdmin);
    const actors = {
      "S of the group": member,
      "S elsewhere": await createUser(),
      "G of the group": groupAdmin,
      "G elsewhere": await createUser({ role: "group_admin" }),
      O: await createUser({ role: "overall_admin" }),
    };
    return { groupId, actors };
  };

  test.each([
    ["S of the group", ["forbidden", "forbidden", "forbidden", "forbidden"]],
    ["S elsewhere", ["forbidden", "forbidden", "forbidden", "forbidden"]],
    ["G of the group", ["ok", "ok", "ok", "forbidden"]],
    ["G elsewhere", ["not_found", "not_found", "not_found", "forbidden"]],
    ["O", ["ok", "ok", "ok", "ok"]],
  ] as const)("%s: list, create, revoke, delete", async (caller, expected) => {
    const { groupId, actors } = await createActors();
    const actor: Actor = actors[caller];
    const { id } = await createApiKey(actors.O, groupId, input());
    expect([
      await outcome(listApiKeys(actor, groupId)),
      await outcome(createApiKey(actor, groupId, input())),
      await outcome(revokeApiKey(actor, id)),
      await outcome(deleteApiKey(actor, id)),
    ]).toEqual(expected);
  });

  test.each([UNKNOWN_ID, "1", "", "__proto__"])("id %p is not found, even for an overall_admin", async (id) => {
    const admin = await createUser({ role: "overall_admin" });
    expect([
      await outcome(listApiKeys(admin, id)),
      await outcome(createApiKey(admin, id, input())),
      await outcome(revokeApiKey(admin, id)),
      await outcome(deleteApiKey(admin, id)),
    ]).toEqual(["not_found", "not_found", "not_found", "not_found"]);
  });
});

test("a key is returned once; the hash is stored, and only prefix and last characters are listed", async () => {
  const admin = await createUser({ role: "group_admin" });
  const groupId = await createGroup(admin);
  const { apiKey, ...key } = await createApiKey(
    admin,
    groupId,
    input({ rateLimit: "50", expiresAt: "2999-01-01T00:00:00+01:00" }),
  );
  expect(key).toEqual({
    id: expect.any(String),
    name: "Shop",
    isActive: true,
    scopes: ["create", "read"],
    suspendedAt: null,
    suspendedReason: null,
    createdBy: { firstName: "Test", lastName: "User" },
    adoptedBy: null,
    rateLimit: 50,
    lastUsedAt: null,
    expiresAt: "2998-12-31T23:00:00.000Z",
    createdAt: expect.any(String),
    groupId,
    prefix: apiKey.slice(0, 8),
    lastFour: apiKey.slice(-4),
  });
  expect(await listApiKeys(admin, groupId)).toEqual([key]);
  const row = await prisma().apiKey.findUniqueOrThrow({ where: { id: key.id } });
  expect(row.keyHash).toBe(hashToken(apiKey));
  const entries = await prisma().auditEntry.findMany({ where: { subjectId: key.id } });
  expect(
    JSON.stringify([row, entries], (_name, value) => (typeof value === "bigint" ? `${value}` : value)),
  ).not.toContain(apiKey.slice(8, 30));
});

test("a revoked key stays listed, and revoking it again is a no-op", async () => {
  const admin = await createUser({ role: "group_admin" });
  const groupId = await createGroup(admin);
  const { id } = await createApiKey(admin, groupId, input());
  const newer = await createApiKey(admin, groupId, input());
  expect((await revokeApiKey(admin, id)).isActive).toBe(false);
  expect((await revokeApiKey(admin, id)).isActive).toBe(false);
  expect((await listApiKeys(admin, groupId)).map((key) => [key.id, key.isActive])).toEqual([
    [newer.id, true],
    [id, false],
  ]);
  const entries = await prisma().auditEntry.findMany({ where: { subjectId: id }, orderBy: { id: "asc" } });
  expect(entries.map(({ action }) => action)).toEqual(["api_key.create", "api_key.revoke"]);
});

test("ten concurrent revocations and a deletion succeed and audit at most one revocation", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const groupId = await createGroup();
  for (let round = 0; round < 5; round++) {
    const { id } = await createApiKey(admin, groupId, input());
    const revocations = Array.from({ length: 10 }, () => outcome(revokeApiKey(admin, id)));
    const outcomes = await Promise.all([...revocations, outcome(deleteApiKey(admin, id))]);
    expect(outcomes.filter((one) => one !== "ok" && one !== "not_found")).toEqual([]);
    expect(await prisma().auditEntry.count({ where: { subjectId: id, action: "api_key.revoke" } })).toBeLessThanOrEqual(
      1,
    );
  }
});

test("deleting a key removes its stored idempotent responses", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const groupId = await createGroup();
  const { id } = await createApiKey(admin, groupId, input());
  await prisma().idempotencyKey.create({
    data: { apiKeyId: id, key: "a", requestHash: "h", status: 201, response: {} },
  });
  expect(await deleteApiKey(admin, id)).toEqual({ id });
  expect(await listApiKeys(admin, groupId)).toEqual([]);
  expect(await prisma().idempotencyKey.count({ where: { apiKeyId: id } })).toBe(0);
  expect(await outcome(deleteApiKey(admin, id))).toBe("not_found");
});

test("a group has a limited number of keys, even with concurrent creations", async () => {
  const actor = await createUser({ role: "group_admin" });
  const [groupId, other] = [await createGroup(actor), await createGroup(actor)];
  const { id } = await createApiKey(actor, groupId, input());
  await prisma().$executeRaw`
    INSERT INTO api_keys (id, group_id, created_by_id, name, scopes, rate_limit, key_hash, key_prefix, last_four)
    SELECT gen_random_uuid(), group_id, created_by_id, name, scopes, rate_limit, key_hash || n, key_prefix, last_four
    FROM api_keys, generate_series(1, ${MAX_KEYS - 3}) AS n WHERE id = ${id}::uuid`;
  const created = await Promise.allSettled([1, 2, 3, 4].map(() => createApiKey(actor, groupId, input())));
  expect(created.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  await expect(createApiKey(actor, groupId, input())).rejects.toMatchObject({
    code: "conflict",
    message: TOO_MANY_KEYS,
  });
  await createApiKey(actor, other, input());
});

test("a key whose expiry is after the year 9999, as earlier versions stored it, is listed and revoked", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const groupId = await createGroup();
  const { id } = await createApiKey(admin, groupId, input());
  await pool().query("UPDATE api_keys SET expires_at = '10000-01-01 11:59:59+00' WHERE id = $1", [id]);
  const expiresAt = "9999-12-31T23:59:59.999Z";
  expect(await listApiKeys(admin, groupId)).toMatchObject([{ id, expiresAt }]);
  expect(await revokeApiKey(admin, id)).toMatchObject({ isActive: false, expiresAt });
});
