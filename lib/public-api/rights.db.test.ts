import type { Role } from "@/lib/actor";
import { authenticateApiKey } from "@/lib/api-keys/authenticate";
import { createApiKey } from "@/lib/api-keys/create";
import { deleteApiKey } from "@/lib/api-keys/delete";
import { revokeApiKey } from "@/lib/api-keys/revoke";
import { createApiKeySchema } from "@/lib/api-keys/schema";
import { API_KEY_SCOPES, type ApiCaller, type ApiKeyScope } from "@/lib/api-keys/types";
import { scopeMissing } from "@/lib/api-keys/usable";
import { prisma } from "@/lib/db/prisma";
import { createCallerOf, createGroup, createMember, createUser, unique } from "@/lib/db/testing/fixtures";
import type { AppError } from "@/lib/errors";
import { createApiUrl } from "@/lib/public-api/create-url";
import { createApiUrls } from "@/lib/public-api/create-urls";
import { deleteApiUrl } from "@/lib/public-api/delete-url";
import { deleteApiUrls } from "@/lib/public-api/delete-urls";
import { addApiPlacement, listApiPlacements, removeApiPlacement } from "@/lib/public-api/placements";
import { MAY_NOT_DELETE } from "@/lib/public-api/policy";
import { listApiTemplates } from "@/lib/public-api/qr-templates";
import { getApiQrCode, getApiUrl, getApiUrlStats, listApiUrls } from "@/lib/public-api/queries";
import { createApiUrlSchema, updateApiUrlSchema, upsertApiUrlSchema } from "@/lib/public-api/schema";
import { updateApiUrl } from "@/lib/public-api/update-url";
import { updateApiUrls } from "@/lib/public-api/update-urls";
import { upsertApiUrl } from "@/lib/public-api/upsert-url";
import { qrQuerySchema } from "@/lib/qr/query-schema";
import { setUserStatus } from "@/lib/users/set-status";

const input = (fields: object = {}) => createApiUrlSchema.parse({ url: "https://example.com/page", ...fields });
const change = (fields: object) => updateApiUrlSchema.parse(fields);

async function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "ok",
    (error: AppError) => error.code,
  );
}

/** A key with all scopes, owned by a user with this role, and a member of its group. */
async function createScenario(role: Role = "group_admin") {
  const owner = await createUser({ role });
  const groupId = await createGroup(owner);
  return { owner, groupId, caller: await createCallerOf(owner, groupId), member: await createMember(groupId) };
}
type Scenario = Awaited<ReturnType<typeof createScenario>>;

const insert = async (fields: { createdById?: string | null; apiKeyId?: string; groupId: string }) => {
  const data = { shortCode: unique("code"), originalUrl: "https://example.com/", qrGeneratedAt: new Date(), ...fields };
  return (await prisma().shortUrl.create({ data })).id;
};

const statusOf = async (id: string) => (await prisma().shortUrl.findUniqueOrThrow({ where: { id } })).status;

describe("deleting by DELETE and PATCH", () => {
  const links: [string, (scenario: Scenario) => Promise<string>, G: string, O: string][] = [
    ["a link the key created for a member", byKey, "ok", "ok"],
    ["a link another key of its group created for a member", byOtherKey, "ok", "ok"],
    ["a link the key created without a creator", ({ caller }) => create(caller), "ok", "ok"],
    ["a group's link without a creator", ({ groupId }) => insert({ groupId, createdById: null }), "ok", "ok"],
    ["its owner's own link", ({ groupId, owner }) => insert({ groupId, createdById: owner.id }), "ok", "ok"],
    ["a member's link", ({ groupId, member }) => insert({ groupId, createdById: member.id }), "forbidden", "ok"],
    ["a link a deleted key created for a member", byDeletedKey, "forbidden", "ok"],
    ["a link a key of another group created for a member", byForeignKey, "forbidden", "ok"],
  ];

  async function create(caller: ApiCaller, email?: string): Promise<string> {
    return (await createApiUrl(caller, input({ email }))).url.id;
  }
  async function byKey({ caller, member }: Scenario) {
    return create(caller, member.email);
  }
  async function byOtherKey({ owner, groupId, member }: Scenario) {
    return create(await createCallerOf(owner, groupId), member.email);
  }
  async function byDeletedKey({ owner, groupId, member }: Scenario) {
    const other = await createCallerOf(owner, groupId);
    const id = await create(other, member.email);
    await deleteApiKey(await createUser({ role: "overall_admin" }), other.keyId);
    return id;
  }
  /** A link that was later moved into the group. */
  async function byForeignKey({ groupId, member }: Scenario) {
    const { caller } = await createScenario();
    return insert({ groupId, createdById: member.id, apiKeyId: caller.keyId });
  }

  describe.each(["group_admin", "overall_admin"] as const)("with the key of a %s:", (role) => {
    test.each(links)("%s", async (_name, createLink, forGroupAdmin, forOverallAdmin) => {
      const scenario = await createScenario(role);
      const expected = role === "group_admin" ? forGroupAdmin : forOverallAdmin;
      for (const remove of [
        (id: string) => deleteApiUrl(scenario.caller, id),
        (id: string) => updateApiUrl(scenario.caller, id, change({ status: "deleted" })),
      ]) {
        const id = await createLink(scenario);
        expect(await outcome(remove(id))).toBe(expected);
        expect(await statusOf(id)).toBe(expected === "ok" ? "deleted" : "active");
      }
    });
  });

  test("is rejected with an explanation", async () => {
    const { caller, groupId, member } = await createScenario();
    const id = await insert({ groupId, createdById: member.id });
    await expect(deleteApiUrl(caller, id)).rejects.toMatchObject({ status: 403, message: MAY_NOT_DELETE });
  });
});

test("a key can update all links of its group, like an admin of the group", async () => {
  const { caller, groupId, member } = await createScenario();
  for (const createdById of [member.id, null]) {
    const id = await insert({ groupId, createdById });
    expect(await outcome(updateApiUrl(caller, id, change({ status: "paused" })))).toBe("ok");
    expect(await outcome(updateApiUrl(caller, id, change({ status: "active" })))).toBe("ok");
  }
});

test("a key has its owner's current rights, not those at its creation", async () => {
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

describe("each operation requires its scope", () => {
  const CALLS: [string, ApiKeyScope[], (caller: ApiCaller, id: string) => Promise<unknown>][] = [
    ["create", ["create"], (caller) => createApiUrl(caller, input())],
    ["create many", ["create"], (caller) => createApiUrls(caller, { urls: [{ url: "https://example.com/" }] })],
    ["list", ["read"], (caller) => listApiUrls(caller, {})],
    ["get", ["read"], (caller, id) => getApiUrl(caller, id)],
    ["QR code", ["read"], (caller, id) => getApiQrCode(caller, id, qrQuerySchema.parse({}))],
    ["stats", ["read"], (caller, id) => getApiUrlStats(caller, id, { days: 1 })],
    ["placements", ["read"], (caller, id) => listApiPlacements(caller, id)],
    ["add a placement", ["update"], (caller, id) => addApiPlacement(caller, id, { name: "menu" })],
    [
      "remove a placement",
      ["update"],
      async (caller, id) => {
        if (caller.scopes.includes("update")) await addApiPlacement(caller, id, { name: "menu" });
        return removeApiPlacement(caller, id, "menu");
      },
    ],
    ["QR templates", ["read"], (caller) => listApiTemplates(caller)],
    ["update", ["update"], (caller, id) => updateApiUrl(caller, id, change({ status: "paused" }))],
    [
      "update to deleted",
      ["update", "delete"],
      (caller, id) => updateApiUrl(caller, id, change({ status: "deleted" })),
    ],
    ["update many", ["update"], (caller, id) => updateApiUrls(caller, { urls: [{ id, status: "paused" }] })],
    ["delete many", ["delete"], (caller, id) => deleteApiUrls(caller, { ids: [id] })],
    ["delete", ["delete"], (caller, id) => deleteApiUrl(caller, id)],
  ];

  test.each(CALLS)("%s: %p", async (_name, required, run) => {
    const { caller, groupId } = await createScenario();
    const id = await insert({ groupId, createdById: null });
    for (const missing of required) {
      const scopes = API_KEY_SCOPES.filter((scope) => scope !== missing);
      await expect(run({ ...caller, scopes }, id)).rejects.toMatchObject({
        code: "insufficient_scope",
        status: 403,
        message: scopeMissing(missing),
      });
      expect(await statusOf(id)).toBe("active");
    }
    expect(await outcome(run({ ...caller, scopes: required }, id))).toBe("ok");
  });

  test("without read, changing a link does not reveal its creator's name and address", async () => {
    const { caller, groupId, member } = await createScenario();
    const id = await insert({ groupId, createdById: member.id });
    const upsert = (as: ApiCaller, externalId: string) =>
      upsertApiUrl(as, upsertApiUrlSchema.parse({ externalId, url: "https://example.com/", email: member.email }));
    const creatorsFor = async (as: ApiCaller) => {
      const [item] = await updateApiUrls(as, { urls: [{ id }] });
      const externalId = unique("external");
      return [
        (await updateApiUrl(as, id, {})).creator,
        item?.success && item.data.creator,
        (await upsert(as, externalId)).url.creator,
        (await upsert(as, externalId)).url.creator,
      ];
    };
    const withoutRead = API_KEY_SCOPES.filter((scope) => scope !== "read");
    const { name, email } = (await getApiUrl(caller, id)).creator ?? {};
    expect(email).toBe(member.email);
    expect(await creatorsFor(caller)).toEqual(Array(4).fill({ id: member.id, name, email }));
    expect(await creatorsFor({ ...caller, scopes: withoutRead })).toEqual(
      Array(4).fill({ id: member.id, name: null, email: null }),
    );
  });

  test("responses are not replayed to a key without the scope", async () => {
    const { caller } = await createScenario();
    await createApiUrl(caller, input(), "k");
    await createApiUrls(caller, { urls: [input()] }, "k");
    const reader = { ...caller, scopes: ["read"] as const };
    expect(await outcome(createApiUrl(reader, input(), "k"))).toBe("insufficient_scope");
    expect(await outcome(createApiUrls(reader, { urls: [input()] }, "k"))).toBe("insufficient_scope");
  });
});

describe("between authentication and write", () => {
  const ends: [string, string, (scenario: Scenario) => Promise<unknown>][] = [
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
    const scenario = await createScenario();
    const { caller, groupId, member } = scenario;
    const id = await insert({ groupId, createdById: null });
    await end(scenario);
    expect([
      await outcome(createApiUrl(caller, input())),
      await outcome(createApiUrl(caller, input({ email: member.email }))),
      await outcome(createApiUrl(caller, input(), "k")),
      await outcome(updateApiUrl(caller, id, change({ status: "paused" }))),
      await outcome(deleteApiUrl(caller, id)),
    ]).toEqual(Array(5).fill(code));
    expect((await createApiUrls(caller, { urls: [input()] })).items).toMatchObject([{ success: false, code }]);
    expect(await prisma().shortUrl.count({ where: { groupId } })).toBe(1);
    expect(await statusOf(id)).toBe("active");
    expect(await prisma().idempotencyKey.count({ where: { apiKeyId: caller.keyId } })).toBe(0);
  });

  test("a suspended key does not affect other keys in the same batch", async () => {
    const [good, bad] = [await createScenario(), await createScenario()];
    await setUserStatus(await createUser({ role: "overall_admin" }), bad.owner.id, "paused");
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, n) => outcome(createApiUrl(n % 2 ? good.caller : bad.caller, input()))),
    );
    expect(outcomes).toEqual(Array.from({ length: 10 }, (_, n) => (n % 2 ? "ok" : "api_key_suspended")));
  });

  test("creations concurrent with pausing the owner either commit before it or fail", async () => {
    const { caller, owner, groupId } = await createScenario();
    const admin = await createUser({ role: "overall_admin" });
    const [outcomes] = await Promise.all([
      Promise.all(Array.from({ length: 60 }, (_, n) => outcome(createApiUrl(caller, input(), n % 3 ? null : `k${n}`)))),
      setUserStatus(admin, owner.id, "paused"),
    ]);
    expect(outcomes.filter((code) => code !== "ok" && code !== "api_key_suspended")).toEqual([]);
    const created = outcomes.filter((code) => code === "ok").length;
    expect(await prisma().shortUrl.count({ where: { groupId } })).toBe(created);
    expect(await outcome(createApiUrl(caller, input()))).toBe("api_key_suspended");
  });
});
