import { authenticateApiKey } from "@/lib/api-keys/authenticate";
import { createApiKey } from "@/lib/api-keys/create";
import { deleteApiKey } from "@/lib/api-keys/delete";
import { revokeApiKey } from "@/lib/api-keys/revoke";
import { createApiKeySchema } from "@/lib/api-keys/schema";
import { scopeMissing } from "@/lib/api-keys/scope";
import { API_KEY_SCOPES, type ApiCaller, type ApiKeyScope } from "@/lib/api-keys/types";
import { prisma } from "@/lib/db/prisma";
import { createCallerOf, createGroup, createMember, createUser, unique } from "@/lib/db/testing/fixtures";
import type { AppError } from "@/lib/errors";
import { createApiUrl } from "@/lib/public-api/create-url";
import { createApiUrls } from "@/lib/public-api/create-urls";
import { deleteApiUrl } from "@/lib/public-api/delete-url";
import { MAY_NOT_DELETE } from "@/lib/public-api/policy";
import { getApiUrl, getApiUrlStats, listApiUrls } from "@/lib/public-api/queries";
import { createApiUrlSchema, updateApiUrlSchema } from "@/lib/public-api/schema";
import { updateApiUrl } from "@/lib/public-api/update-url";
import { setUserStatus } from "@/lib/users/set-status";
import type { Role } from "@/lib/users/types";

const input = (fields: object = {}) => createApiUrlSchema.parse({ url: "https://example.com/page", ...fields });
const change = (fields: object) => updateApiUrlSchema.parse(fields);

async function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "ok",
    (error: AppError) => error.code,
  );
}

/** A key with all scopes of a user with this role, and a member of its group. */
async function cast(role: Role = "group_admin") {
  const owner = await createUser({ role });
  const groupId = await createGroup(owner);
  return { owner, groupId, caller: await createCallerOf(owner, groupId), member: await createMember(groupId) };
}
type Cast = Awaited<ReturnType<typeof cast>>;

const insert = async (fields: { createdById?: string | null; apiKeyId?: string; groupId: string }) => {
  const data = { shortCode: unique("code"), originalUrl: "https://example.com/", ...fields };
  return (await prisma().shortUrl.create({ data })).id;
};

const statusOf = async (id: string) => (await prisma().shortUrl.findUniqueOrThrow({ where: { id } })).status;

describe("a key deletes, by DELETE and by PATCH,", () => {
  const links: [string, (cast: Cast) => Promise<string>, G: string, O: string][] = [
    ["what it made in a member's name", byKey, "ok", "ok"],
    ["what another key of its group made in a member's name", byOtherKey, "ok", "ok"],
    ["what it made in nobody's name", ({ caller }) => make(caller), "ok", "ok"],
    ["a link without a creator", ({ groupId }) => insert({ groupId, createdById: null }), "ok", "ok"],
    ["its owner's own link", ({ groupId, owner }) => insert({ groupId, createdById: owner.id }), "ok", "ok"],
    ["a member's link", ({ groupId, member }) => insert({ groupId, createdById: member.id }), "forbidden", "ok"],
    ["what a deleted key made in a member's name", byDeletedKey, "forbidden", "ok"],
    ["what a key of another group made in a member's name", byForeignKey, "forbidden", "ok"],
  ];

  async function make(caller: ApiCaller, email?: string): Promise<string> {
    return (await createApiUrl(caller, input({ email }))).url.id;
  }
  async function byKey({ caller, member }: Cast) {
    return make(caller, member.email);
  }
  async function byOtherKey({ owner, groupId, member }: Cast) {
    return make(await createCallerOf(owner, groupId), member.email);
  }
  async function byDeletedKey({ owner, groupId, member }: Cast) {
    const other = await createCallerOf(owner, groupId);
    const id = await make(other, member.email);
    await deleteApiKey(await createUser({ role: "overall_admin" }), other.keyId);
    return id;
  }
  /** Moved into the group since. */
  async function byForeignKey({ groupId, member }: Cast) {
    const { caller } = await cast();
    return insert({ groupId, createdById: member.id, apiKeyId: caller.keyId });
  }

  describe.each(["group_admin", "overall_admin"] as const)("of a %s:", (role) => {
    test.each(links)("%s", async (_name, makeLink, forGroupAdmin, forOverallAdmin) => {
      const all = await cast(role);
      const expected = role === "group_admin" ? forGroupAdmin : forOverallAdmin;
      for (const remove of [
        (id: string) => deleteApiUrl(all.caller, id),
        (id: string) => updateApiUrl(all.caller, id, change({ status: "deleted" })),
      ]) {
        const id = await makeLink(all);
        expect(await outcome(remove(id))).toBe(expected);
        expect(await statusOf(id)).toBe(expected === "ok" ? "deleted" : "active");
      }
    });
  });

  test("and says what it may not", async () => {
    const { caller, groupId, member } = await cast();
    const id = await insert({ groupId, createdById: member.id });
    await expect(deleteApiUrl(caller, id)).rejects.toMatchObject({ status: 403, message: MAY_NOT_DELETE });
  });
});

test("a key changes all links of its group, as an admin of the group may", async () => {
  const { caller, groupId, member } = await cast();
  for (const createdById of [member.id, null]) {
    const id = await insert({ groupId, createdById });
    expect(await outcome(updateApiUrl(caller, id, change({ status: "paused" })))).toBe("ok");
    expect(await outcome(updateApiUrl(caller, id, change({ status: "active" })))).toBe("ok");
  }
});

test("the rights are those of the owner now, not of the day when the key was made", async () => {
  const owner = await createUser({ role: "overall_admin" });
  const groupId = await createGroup(owner);
  const member = await createMember(groupId);
  const schema = createApiKeySchema.parse({ name: "Shop", scopes: API_KEY_SCOPES });
  const { apiKey } = await createApiKey(owner, groupId, schema);
  const remove = async () => {
    const { caller } = await authenticateApiKey(`Bearer ${apiKey}`);
    return outcome(deleteApiUrl(caller, await insert({ groupId, createdById: member.id })));
  };
  expect(await remove()).toBe("ok");
  await prisma().user.update({ where: { id: owner.id }, data: { role: "group_admin" } });
  expect(await remove()).toBe("forbidden");
});

describe("each call needs its scope", () => {
  const CALLS: [string, ApiKeyScope[], (caller: ApiCaller, id: string) => Promise<unknown>][] = [
    ["create", ["create"], (caller) => createApiUrl(caller, input())],
    ["create many", ["create"], (caller) => createApiUrls(caller, { urls: [{ url: "https://example.com/" }] })],
    ["list", ["read"], (caller) => listApiUrls(caller)],
    ["get", ["read"], (caller, id) => getApiUrl(caller, id)],
    ["stats", ["read"], (caller, id) => getApiUrlStats(caller, id, { days: 1 })],
    ["update", ["update"], (caller, id) => updateApiUrl(caller, id, change({ status: "paused" }))],
    [
      "update to deleted",
      ["update", "delete"],
      (caller, id) => updateApiUrl(caller, id, change({ status: "deleted" })),
    ],
    ["delete", ["delete"], (caller, id) => deleteApiUrl(caller, id)],
  ];

  test.each(CALLS)("%s: %p", async (_name, needed, run) => {
    const { caller, groupId } = await cast();
    const id = await insert({ groupId, createdById: null });
    for (const missing of needed) {
      const scopes = API_KEY_SCOPES.filter((scope) => scope !== missing);
      await expect(run({ ...caller, scopes }, id)).rejects.toMatchObject({
        code: "insufficient_scope",
        status: 403,
        message: scopeMissing(missing),
      });
      expect(await statusOf(id)).toBe("active");
    }
    expect(await outcome(run({ ...caller, scopes: needed }, id))).toBe("ok");
  });

  test("a repeated call too: its answer is not replayed to a key without the scope", async () => {
    const { caller } = await cast();
    await createApiUrl(caller, input(), "k");
    await createApiUrls(caller, { urls: [input()] }, "k");
    const reader = { ...caller, scopes: ["read"] as const };
    expect(await outcome(createApiUrl(reader, input(), "k"))).toBe("insufficient_scope");
    expect(await outcome(createApiUrls(reader, { urls: [input()] }, "k"))).toBe("insufficient_scope");
  });
});

describe("between authentication and the change", () => {
  const ends: [string, string, (cast: Cast) => Promise<unknown>][] = [
    [
      "its owner is paused",
      "api_key_suspended",
      async ({ owner }) => setUserStatus(await createUser({ role: "overall_admin" }), owner.id, "paused"),
    ],
    ["it is revoked", "unauthorized", ({ owner, caller }) => revokeApiKey(owner, caller.keyId)],
    [
      "it is deleted",
      "unauthorized",
      async ({ caller }) => deleteApiKey(await createUser({ role: "overall_admin" }), caller.keyId),
    ],
    [
      "it expires",
      "unauthorized",
      ({ caller }) => prisma().apiKey.update({ where: { id: caller.keyId }, data: { expiresAt: new Date(0) } }),
    ],
  ];

  test.each(ends)("%s: nothing is written", async (_name, code, end) => {
    const all = await cast();
    const { caller, groupId, member } = all;
    const id = await insert({ groupId, createdById: null });
    await end(all);
    expect([
      await outcome(createApiUrl(caller, input())),
      await outcome(createApiUrl(caller, input({ email: member.email }))),
      await outcome(createApiUrl(caller, input(), "k")),
      await outcome(updateApiUrl(caller, id, change({ status: "paused" }))),
      await outcome(deleteApiUrl(caller, id)),
    ]).toEqual(Array(5).fill(code));
    expect(await createApiUrls(caller, { urls: [input()] })).toMatchObject([{ success: false, code }]);
    expect(await prisma().shortUrl.count({ where: { groupId } })).toBe(1);
    expect(await statusOf(id)).toBe("active");
    expect(await prisma().idempotencyKey.count({ where: { apiKeyId: caller.keyId } })).toBe(0);
  });

  test("keys in the same batch are not held up by one that is suspended", async () => {
    const [good, bad] = [await cast(), await cast()];
    await setUserStatus(await createUser({ role: "overall_admin" }), bad.owner.id, "paused");
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, n) => outcome(createApiUrl(n % 2 ? good.caller : bad.caller, input()))),
    );
    expect(outcomes).toEqual(Array.from({ length: 10 }, (_, n) => (n % 2 ? "ok" : "api_key_suspended")));
  });

  test("what is created while the owner is paused is all there before, or refused", async () => {
    const { caller, owner, groupId } = await cast();
    const admin = await createUser({ role: "overall_admin" });
    const [outcomes] = await Promise.all([
      Promise.all(Array.from({ length: 60 }, (_, n) => outcome(createApiUrl(caller, input(), n % 3 ? null : `k${n}`)))),
      setUserStatus(admin, owner.id, "paused"),
    ]);
    expect(outcomes.filter((one) => one !== "ok" && one !== "api_key_suspended")).toEqual([]);
    const made = outcomes.filter((one) => one === "ok").length;
    expect(await prisma().shortUrl.count({ where: { groupId } })).toBe(made);
    expect(await outcome(createApiUrl(caller, input()))).toBe("api_key_suspended");
  });
});
