import type { Actor } from "@/lib/actor";
import { revokeApiKey } from "@/lib/api-keys/revoke";
import type { ApiCaller } from "@/lib/api-keys/types";
import { scopeMissing } from "@/lib/api-keys/usable";
import { prisma } from "@/lib/db/prisma";
import { createCaller, createGroup, createMember, createUser, unique } from "@/lib/db/testing/fixtures";
import { parseInput } from "@/lib/http/input";
import { createApiUrl, EXTERNAL_ID_IN_USE } from "@/lib/public-api/create-url";
import { createApiUrls } from "@/lib/public-api/create-urls";
import { deleteApiUrl } from "@/lib/public-api/delete-url";
import { getApiUrl, listApiUrls } from "@/lib/public-api/queries";
import {
  createApiUrlSchema,
  EXTERNAL_ID_INVALID,
  unknownField,
  updateApiUrlSchema,
  upsertApiUrlSchema,
} from "@/lib/public-api/schema";
import { updateApiUrl } from "@/lib/public-api/update-url";
import { EXTERNAL_ID_DELETED, SHORT_CODE_DIFFERS, upsertApiUrl } from "@/lib/public-api/upsert-url";
import { changeUrls } from "@/lib/urls/bulk";
import { listApiUrlsSchema } from "@/lib/urls/list-schema";
import { updateUrlSchema } from "@/lib/urls/schema";
import { updateUrl } from "@/lib/urls/update";
import { setUserStatus } from "@/lib/users/set-status";

const upsert = (caller: ApiCaller, externalId: string, fields: object = {}) =>
  upsertApiUrl(caller, upsertApiUrlSchema.parse({ externalId, url: "https://example.com/page", ...fields }));

const linksOf = (groupId: string) => prisma().shortUrl.count({ where: { groupId } });

test("creates a link once, then updates its destination, each audited under the key", async () => {
  const caller = await createCaller();
  const member = await createMember(caller.groupId);
  const shortCode = unique("Upsert");
  const first = await upsert(caller, "order 1", { email: member.email, shortCode });
  expect(first).toMatchObject({
    isCreated: true,
    url: { shortCode, externalId: "order 1", status: "active", creator: { id: member.id, email: member.email } },
  });
  const second = await upsert(caller, "order 1", { url: "https://example.com/new" });
  expect(second).toMatchObject({ isCreated: false, url: { id: first.url.id, originalUrl: "https://example.com/new" } });
  expect(await upsert(caller, "order 1", { url: "https://example.com/new" })).toEqual(second);
  expect(await getApiUrl(caller, shortCode)).toEqual(second.url);
  expect(await linksOf(caller.groupId)).toBe(1);
  const entries = await prisma().auditEntry.findMany({ where: { subjectId: first.url.id }, orderBy: { id: "asc" } });
  expect(entries.map(({ action }) => action)).toEqual(["short_url.create", "short_url.update"]);
  for (const entry of entries) expect(entry).toMatchObject({ actorId: null, apiKeyId: caller.keyId });
});

test("an existing link keeps its short code, creator and status", async () => {
  const caller = await createCaller();
  const member = await createMember(caller.groupId);
  const { url } = await upsert(caller, "a");
  await updateApiUrl(caller, url.id, updateApiUrlSchema.parse({ status: "paused" }));
  for (const fields of [
    { email: member.email },
    { email: "nobody@example.com" },
    { shortCode: url.shortCode.toUpperCase() },
    { shortCode: "" },
    { shortCode: null },
  ]) {
    const again = await upsert(caller, "a", fields);
    expect(again).toMatchObject({
      isCreated: false,
      url: { shortCode: url.shortCode, creator: null, status: "paused" },
    });
  }
  await expect(upsert(caller, "a", { shortCode: unique("other") })).rejects.toMatchObject({
    code: "conflict",
    field: "shortCode",
    message: SHORT_CODE_DIFFERS,
  });
});

test("ids are compared exactly, and each group has its own", async () => {
  const [caller, other] = [await createCaller(), await createCaller()];
  const ids = new Set<string>();
  for (const externalId of ["a", "A", " a", "a ", "%", "ä", "a\u0308", "x' OR 1=1", "😀".repeat(127)]) {
    ids.add((await upsert(caller, externalId)).url.id);
    ids.add((await upsert(other, externalId)).url.id);
  }
  expect(ids.size).toBe(18);
  const found = await listApiUrls(caller, listApiUrlsSchema.parse({ externalId: "A" }));
  expect(found.items.map(({ externalId, groupId }) => [externalId, groupId])).toEqual([["A", caller.groupId]]);
});

test("only one of twenty concurrent calls with one id creates a link, and all return it", async () => {
  const caller = await createCaller();
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, n) => upsert(caller, "same", { url: `https://example.com/${n}` })),
  );
  expect(results.filter(({ isCreated }) => isCreated)).toHaveLength(1);
  expect(new Set(results.map(({ url }) => url.id)).size).toBe(1);
  expect(await linksOf(caller.groupId)).toBe(1);
});

test("limits hold, and an id whose link could not be created stays free", async () => {
  const caller = await createCaller();
  const member = await createMember(caller.groupId, { urlLimit: 2 });
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) => upsert(caller, `n${n}`, { email: member.email })),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  const { url } = await createApiUrl(caller, createApiUrlSchema.parse({ url: "https://example.com/" }));
  await expect(upsert(caller, "taken", { shortCode: url.shortCode })).rejects.toMatchObject({
    code: "short_code_taken",
  });
  await expect(upsert(caller, "taken", { email: "nobody@example.com" })).rejects.toMatchObject({ field: "email" });
  expect((await upsert(caller, "taken")).isCreated).toBe(true);
});

test("a deleted link is neither changed nor replaced until it is restored", async () => {
  const caller = await createCaller();
  const { url } = await upsert(caller, "a");
  await deleteApiUrl(caller, url.id);
  const before = await getApiUrl(caller, url.id);
  await expect(upsert(caller, "a", { url: "https://example.com/new" })).rejects.toMatchObject({
    code: "conflict",
    field: "externalId",
    message: EXTERNAL_ID_DELETED,
  });
  expect(await getApiUrl(caller, url.id)).toEqual(before);
  expect(await linksOf(caller.groupId)).toBe(1);
  await updateApiUrl(caller, url.id, updateApiUrlSchema.parse({ status: "active" }));
  expect((await upsert(caller, "a", { url: "https://example.com/new" })).url).toMatchObject({
    id: url.id,
    originalUrl: "https://example.com/new",
    status: "active",
  });
});

describe("a creation with an external id", () => {
  const create = (caller: ApiCaller, externalId: unknown, idempotencyKey: string | null = null) =>
    createApiUrl(caller, createApiUrlSchema.parse({ url: "https://example.com/page", externalId }), idempotencyKey);
  const taken = { code: "conflict", field: "externalId", message: EXTERNAL_ID_IN_USE };

  test.each([null, "key"])("stores it, so that PUT changes that link (Idempotency-Key %p)", async (idempotencyKey) => {
    const [caller, other] = [await createCaller(), await createCaller()];
    const { url } = await create(caller, "order 1", idempotencyKey);
    expect(await upsert(caller, "order 1", { url: "https://example.com/new" })).toMatchObject({
      isCreated: false,
      url: { id: url.id, externalId: "order 1", originalUrl: "https://example.com/new" },
    });
    for (const key of [null, "another"]) await expect(create(caller, "order 1", key)).rejects.toMatchObject(taken);
    expect(await linksOf(caller.groupId)).toBe(1);
    expect((await create(other, "order 1", idempotencyKey)).url.groupId).toBe(other.groupId);
  });

  test("is replayed under its Idempotency-Key", async () => {
    const caller = await createCaller();
    const [first, second] = [await create(caller, "a", "key"), await create(caller, "a", "key")];
    expect(second).toEqual({ ...first, isReplayed: true });
  });

  test("is refused while the link with the id is deleted", async () => {
    const caller = await createCaller();
    const { url } = await create(caller, "a");
    await deleteApiUrl(caller, url.id);
    await expect(create(caller, "a")).rejects.toMatchObject(taken);
  });

  test("creates one link, whatever calls are concurrent", async () => {
    const caller = await createCaller();
    const calls = Array.from({ length: 10 }, (_, n) => create(caller, "same", n % 2 ? `key-${n}` : null));
    const results = await Promise.allSettled([...calls, upsert(caller, "same")]);
    expect(results.at(-1)?.status).toBe("fulfilled");
    const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(refusals.length).toBeGreaterThanOrEqual(9);
    for (const refusal of refusals) expect(refusal).toMatchObject(taken);
    expect(await linksOf(caller.groupId)).toBe(1);
  });

  test("in bulk refuses only items whose id is taken or invalid", async () => {
    const caller = await createCaller();
    const items = ["a", "a", null, 7, "b"].map((externalId) => ({ url: "https://example.com/", externalId }));
    const { items: results } = await createApiUrls(caller, { urls: items });
    expect(results.map((result) => (result.success ? "created" : [result.field, result.message]))).toEqual([
      "created",
      ["externalId", EXTERNAL_ID_IN_USE],
      "created",
      ["externalId", EXTERNAL_ID_INVALID],
      "created",
    ]);
  });
});

test.each<[string, (admin: Actor, id: string, groupId: string) => Promise<unknown>]>([
  ["an update", (admin, id, groupId) => updateUrl(admin, id, { groupId })],
  ["a bulk change", (admin, id, groupId) => changeUrls(admin, { action: "move", ids: [id], groupId })],
])("a link moved by %s loses its id, so the other group's client never publishes it", async (_, move) => {
  const admin = await createUser({ role: "overall_admin" });
  const [caller, other] = [await createCaller(), await createCaller()];
  const { url } = await upsert(caller, "a");
  await move(admin, url.id, other.groupId);
  expect(await getApiUrl(other, url.id)).toMatchObject({ groupId: other.groupId, externalId: null });
  const theirs = await upsert(other, "a");
  expect(theirs.isCreated).toBe(true);
  expect(theirs.url.id).not.toBe(url.id);
  expect((await upsert(caller, "a")).isCreated).toBe(true);
});

test("the audit log keeps the id that a moved link had; an update without a move keeps the id", async () => {
  const admin = await createUser({ role: "overall_admin" });
  const [caller, groupId] = [await createCaller(), await createGroup(admin)];
  const { url } = await upsert(caller, "a");
  const sameGroup = { groupId: caller.groupId.toUpperCase(), originalUrl: "https://example.com/other" };
  await updateUrl(admin, url.id, updateUrlSchema.parse(sameGroup));
  expect(await getApiUrl(caller, url.id)).toMatchObject({ externalId: "a" });
  await updateUrl(admin, url.id, { groupId });
  const entry = { subjectId: url.id, action: "short_url.update", actorId: admin.id };
  expect(await prisma().auditEntry.findMany({ where: entry, orderBy: { id: "desc" }, take: 1 })).toMatchObject([
    { before: { groupId: caller.groupId, externalId: "a" }, after: { groupId, externalId: null } },
  ]);
});

test.each(["create", "update"] as const)("requires the scope %s, whether or not the link exists", async (missing) => {
  const caller = await createCaller();
  await upsert(caller, "old");
  const limited = { ...caller, scopes: caller.scopes.filter((scope) => scope !== missing) };
  for (const externalId of ["old", "new"]) {
    await expect(upsert(limited, externalId)).rejects.toMatchObject({
      code: "insufficient_scope",
      message: scopeMissing(missing),
    });
  }
  expect(await linksOf(caller.groupId)).toBe(1);
});

test("a key revoked or suspended since authentication creates and updates nothing", async () => {
  const admin = await createUser({ role: "overall_admin" });
  for (const [end, code] of [
    [(caller: ApiCaller) => revokeApiKey(admin, caller.keyId), "unauthorized"],
    [(caller: ApiCaller) => setUserStatus(admin, caller.owner.id, "paused"), "api_key_suspended"],
  ] as const) {
    const caller = await createCaller();
    const { url } = await upsert(caller, "old");
    await end(caller);
    for (const externalId of ["old", "new"]) {
      await expect(upsert(caller, externalId, { url: "https://example.com/new" })).rejects.toMatchObject({ code });
    }
    expect(await linksOf(caller.groupId)).toBe(1);
    expect(await prisma().shortUrl.findUniqueOrThrow({ where: { id: url.id } })).toMatchObject({
      originalUrl: "https://example.com/page",
    });
  }
});

test.each([
  ["no id", { url: "https://example.com/" }, "externalId", EXTERNAL_ID_INVALID],
  ["an empty id", { externalId: "" }, "externalId", EXTERNAL_ID_INVALID],
  ["an id of 256 characters", { externalId: "a".repeat(256) }, "externalId", EXTERNAL_ID_INVALID],
  ["an id with a line break", { externalId: "a\n" }, "externalId", EXTERNAL_ID_INVALID],
  ["an id of a zero-width space", { externalId: "\u200b" }, "externalId", EXTERNAL_ID_INVALID],
  ["an id with a right-to-left override", { externalId: "\u202eabc" }, "externalId", EXTERNAL_ID_INVALID],
  ["a number as id", { externalId: 7 }, "externalId", EXTERNAL_ID_INVALID],
  [
    "an unknown field",
    { externalId: "a", status: "paused" },
    "status",
    unknownField("status", ["externalId", "url", "shortCode", "email"]),
  ],
])("refuses %s", (_name, body, field, message) => {
  expect(() => parseInput(upsertApiUrlSchema, { url: "https://example.com/", ...body })).toThrow(
    expect.objectContaining({ code: "invalid", field, message }),
  );
});
