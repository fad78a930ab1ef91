import type { ApiCaller } from "@/lib/api-keys/types";
import { prisma } from "@/lib/db/prisma";
import { createCallerOf, createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import type { AppError } from "@/lib/errors";
import { parseInput } from "@/lib/http/input";
import { createApiUrl } from "@/lib/public-api/create-url";
import { deleteApiUrl } from "@/lib/public-api/delete-url";
import { addApiPlacement, listApiPlacements, removeApiPlacement } from "@/lib/public-api/placements";
import { getApiQrCode, getApiUrl, getApiUrlStats, listApiUrls } from "@/lib/public-api/queries";
import {
  createApiUrlSchema,
  EXTERNAL_ID_INVALID,
  unknownField,
  updateApiUrlSchema,
  upsertApiUrlSchema,
} from "@/lib/public-api/schema";
import { updateApiUrl } from "@/lib/public-api/update-url";
import { upsertApiUrl } from "@/lib/public-api/upsert-url";
import { getQrCode } from "@/lib/qr/queries";
import { qrQuerySchema } from "@/lib/qr/query-schema";
import { listApiUrlsSchema } from "@/lib/urls/list-schema";

/** A key with all scopes and the address of its creator. */
async function createOwnCaller(options: { urlLimit?: number } = {}): Promise<ApiCaller & { email: string }> {
  const user = await createUser({ role: "group_admin", ...options });
  const caller = await createCallerOf(user, await createGroup(user));
  return { ...caller, email: user.email };
}

const create = async (caller: ApiCaller & { email: string }, fields: object = {}) => {
  const input = createApiUrlSchema.parse({ url: "https://example.com/page", email: caller.email, ...fields });
  return (await createApiUrl(caller, input)).url;
};

const change = (fields: object) => updateApiUrlSchema.parse(fields);

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "ok",
    (error: AppError) => error.code,
  );
}

test("lists the links of the key's group, newest first, with search, status filter and paging", async () => {
  const [caller, other] = [await createOwnCaller(), await createOwnCaller()];
  const word = unique("word");
  const [first, second, third] = [
    await create(caller, { shortCode: word }),
    await create(caller, { url: `https://example.com/${word}` }),
    await create(caller),
  ];
  await create(other, { url: `https://example.com/${word}` });
  await prisma().shortUrl.create({
    data: { shortCode: unique("ungrouped"), originalUrl: `https://example.com/${word}`, createdById: caller.owner.id },
  });
  const list = async (query: object = {}) => {
    const page = await listApiUrls(caller, listApiUrlsSchema.parse(query));
    return [page.items.map(({ id }) => id), page.total, page.nextCursor];
  };
  expect(await list()).toEqual([[third.id, second.id, first.id], 3, null]);
  expect(await list({ q: word })).toEqual([[second.id, first.id], 2, null]);
  expect(await list({ limit: 2 })).toEqual([[third.id, second.id], 3, second.id]);
  expect(await list({ limit: 2, cursor: second.id })).toEqual([[first.id], 3, null]);
  await deleteApiUrl(caller, first.id);
  expect(await list({ status: "active" })).toEqual([[third.id, second.id], 2, null]);
  expect(await list({ status: "deleted" })).toEqual([[first.id], 1, null]);
});

test("finds a link by id or by code in any case, with its creator", async () => {
  const caller = await createOwnCaller();
  const { qrCode: _qrCode, ...url } = await create(caller, { shortCode: unique("Code_1") });
  const creator = { id: caller.owner.id, name: expect.stringMatching(/\S/), email: caller.email };
  const expected = { ...url, status: "active", clickCount: 0, externalId: null, creator, updatedAt: url.createdAt };
  for (const name of [url.id, url.shortCode, url.shortCode.toUpperCase(), url.shortCode.toLowerCase()]) {
    expect(await getApiUrl(caller, name)).toEqual(expected);
  }
});

test("finds a code that looks like an id, unless a link has that id", async () => {
  const caller = await createOwnCaller();
  const shortCode = "0190a0a0-0000-7000-8000-00000000abcd";
  const { id } = await create(caller, { shortCode });
  expect((await getApiUrl(caller, shortCode)).id).toBe(id);
  const target = await create(caller);
  await create(caller, { shortCode: target.id });
  expect((await getApiUrl(caller, target.id)).id).toBe(target.id);
});

test("links of other groups or without a group are not found", async () => {
  const [caller, other] = [await createOwnCaller(), await createOwnCaller()];
  const foreign = await create(other);
  const ungrouped = await prisma().shortUrl.create({
    data: { shortCode: unique("ungrouped"), originalUrl: "https://example.com/", createdById: caller.owner.id },
  });
  for (const name of [
    foreign.id,
    foreign.shortCode,
    ungrouped.id,
    ungrouped.shortCode,
    unique("none"),
    "",
    "%",
    "a".repeat(65),
    "x' OR 1=1",
  ]) {
    expect([
      await codeOf(getApiUrl(caller, name)),
      await codeOf(getApiUrlStats(caller, name, { days: 1 })),
      await codeOf(getApiQrCode(caller, name, qrQuerySchema.parse({}))),
      await codeOf(listApiPlacements(caller, name)),
      await codeOf(addApiPlacement(caller, name, { name: "menu" })),
      await codeOf(removeApiPlacement(caller, name, "menu")),
      await codeOf(updateApiUrl(caller, name, change({ status: "paused" }))),
      await codeOf(deleteApiUrl(caller, name)),
    ]).toEqual(Array(8).fill("not_found"));
  }
  expect((await getApiUrl(other, foreign.id)).status).toBe("active");
});

test("updating keeps omitted fields, and the audit log names only the key", async () => {
  const caller = await createOwnCaller();
  const { id } = await create(caller);
  expect(await updateApiUrl(caller, id, change({ url: "HTTPS://Example.com/new" }))).toMatchObject({
    originalUrl: "https://example.com/new",
    status: "active",
  });
  expect(await updateApiUrl(caller, id, change({ status: "paused" }))).toMatchObject({
    originalUrl: "https://example.com/new",
    status: "paused",
  });
  expect(await deleteApiUrl(caller, id)).toEqual({ id, status: "deleted" });
  expect(await deleteApiUrl(caller, id)).toEqual({ id, status: "deleted" });
  const entries = await prisma().auditEntry.findMany({ where: { subjectId: id }, orderBy: { id: "asc" } });
  expect(entries.map(({ action }) => action)).toEqual([
    "short_url.create",
    "short_url.update",
    "short_url.update",
    "short_url.delete",
  ]);
  for (const entry of entries)
    expect(entry).toMatchObject({ actorId: null, apiKeyId: caller.keyId, actorLabel: "API key Shop" });
});

test("a QR code is the dashboard's, in any look; a link created without one has none", async () => {
  const caller = await createOwnCaller();
  const { id, shortCode } = await create(caller);
  const admin = await createUser({ role: "overall_admin" });
  for (const fields of [{}, { format: "svg" }, { size: "300", margin: "0", level: "H", foreground: "1a2b3c" }]) {
    const query = qrQuerySchema.parse(fields);
    expect(await getApiQrCode(caller, shortCode.toUpperCase(), query)).toEqual(await getQrCode(admin, id, query));
  }
  await prisma().shortUrl.update({ where: { id }, data: { qrGeneratedAt: null } });
  await expect(getApiQrCode(caller, id, qrQuerySchema.parse({}))).rejects.toMatchObject({
    code: "not_found",
    message: "QR code not found",
  });
});

test.each([
  [{ staus: "paused" }, "staus"],
  [{ status: "paused", shortCode: "new" }, "shortCode"],
  [{ url: "https://example.com/", id: "x" }, "id"],
  [JSON.parse('{"__proto__":{"status":"paused"}}'), "__proto__"],
])("refuses an update with an unknown field: %j", (body, field) => {
  expect(() => parseInput(updateApiUrlSchema, body)).toThrow(
    expect.objectContaining({ code: "invalid", field, message: unknownField(field, ["url", "status", "externalId"]) }),
  );
});

test("reactivating a link counts against its creator's limit", async () => {
  const caller = await createOwnCaller({ urlLimit: 1 });
  const { id } = await create(caller);
  await updateApiUrl(caller, id, change({ status: "paused" }));
  await create(caller);
  expect(await codeOf(updateApiUrl(caller, id, change({ status: "active" })))).toBe("url_limit_reached");
});

test("rejects a destination on the short domain itself, naming the field `url`", async () => {
  const caller = await createOwnCaller();
  const { id } = await create(caller);
  const input = change({ url: "http://127.0.0.1:3000/x" });
  await prisma().setting.create({ data: { key: "base_url", value: "http://127.0.0.1:3000" } });
  await expect(updateApiUrl(caller, id, input)).rejects.toMatchObject({ code: "invalid", field: "url" });
  await prisma().setting.delete({ where: { key: "base_url" } });
});

describe("the external id", () => {
  test("is given to a link without one, so that PUT finds it, changed and removed, with audit entries", async () => {
    const caller = await createOwnCaller();
    const { id } = await create(caller);
    const set = async (externalId: string | null) =>
      (await updateApiUrl(caller, id, change({ externalId }))).externalId;
    expect(await set("campaign-12")).toBe("campaign-12");
    const put = upsertApiUrlSchema.parse({ externalId: "campaign-12", url: "https://example.com/spring" });
    expect(await upsertApiUrl(caller, put)).toMatchObject({ isCreated: false, url: { id } });
    expect(await set("campaign-13")).toBe("campaign-13");
    // Omitted fields stay unchanged.
    expect((await updateApiUrl(caller, id, change({ status: "paused" }))).externalId).toBe("campaign-13");
    expect(await set(null)).toBeNull();
    const entries = await prisma().auditEntry.findMany({
      where: { subjectId: id, action: "short_url.update" },
      orderBy: { id: "asc" },
    });
    const changes = entries.map(({ before, after }) => [before, after]);
    expect(changes).toContainEqual([{ externalId: null }, { externalId: "campaign-12" }]);
    expect(changes).toContainEqual([{ externalId: "campaign-13" }, { externalId: null }]);
  });

  test("is unique in the group, also for concurrent changes, and may be that of another group's link", async () => {
    const [caller, other] = [await createOwnCaller(), await createOwnCaller()];
    const externalId = unique("external");
    await create(other, { externalId });
    const links = await Promise.all([1, 2, 3].map(() => create(caller)));
    const set = (id: string) => codeOf(updateApiUrl(caller, id, change({ externalId })));
    const outcomes = await Promise.all(links.map(({ id }) => set(id)));
    expect(outcomes.sort()).toEqual(["conflict", "conflict", "ok"]);
    const owner = (await listApiUrls(caller, listApiUrlsSchema.parse({ externalId }))).items[0]?.id ?? "";
    expect(await set(owner)).toBe("ok");
    expect(await codeOf(create(caller, { externalId }))).toBe("conflict");
  });

  test("that the link must still have, as for PUT, is compared again once the link is locked", async () => {
    const caller = await createOwnCaller();
    const { id, originalUrl } = await create(caller, { externalId: "campaign-14" });
    const redirect = (externalId: string) =>
      codeOf(updateApiUrl(caller, id, change({ url: "https://example.com/other" }), externalId));
    expect(await redirect("campaign-15")).toBe("conflict");
    expect((await getApiUrl(caller, id)).originalUrl).toBe(originalUrl);
    expect(await redirect("campaign-14")).toBe("ok");
  });

  test.each(["", "a\u0000", "x".repeat(256), 1])("is refused if it is %j", (externalId) => {
    expect(() => parseInput(updateApiUrlSchema, { externalId })).toThrow(EXTERNAL_ID_INVALID);
  });
});
