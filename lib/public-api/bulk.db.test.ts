import { revokeApiKey } from "@/lib/api-keys/revoke";
import type { ApiCaller } from "@/lib/api-keys/types";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createCaller, createCallerOf, createGroup, createMember, createUser, unique } from "@/lib/db/testing/fixtures";
import { parseInput } from "@/lib/http/input";
import { log } from "@/lib/log";
import { deleteApiUrls } from "@/lib/public-api/delete-urls";
import {
  BULK_EMPTY,
  BULK_IDS_INVALID,
  deleteApiUrlsSchema,
  ITEM_ID_REQUIRED,
  ITEM_NOT_AN_OBJECT,
  unknownField,
  updateApiUrlsSchema,
} from "@/lib/public-api/schema";
import type { DeletedItem, UpdatedItem } from "@/lib/public-api/types";
import { updateApiUrls } from "@/lib/public-api/update-urls";
import { URL_INVALID, URL_STATUS_INVALID } from "@/lib/urls/schema";
import { setUserStatus } from "@/lib/users/set-status";

type Fields = { createdById?: string; status?: "active" | "paused" | "deleted" };

async function insert(groupId: string, fields: Fields = {}) {
  const data = { shortCode: unique("code"), originalUrl: "https://example.com/", groupId, ...fields };
  return prisma().shortUrl.create({ data, select: { id: true, shortCode: true } });
}

const statusesOf = async (groupId: string) =>
  (await prisma().shortUrl.findMany({ where: { groupId }, orderBy: { id: "asc" } })).map(({ status }) => status);

const update = (caller: ApiCaller, ...urls: unknown[]) =>
  updateApiUrls(caller, updateApiUrlsSchema.parse(parseInput(updateApiUrlsSchema, { urls })));
const remove = (caller: ApiCaller, ...ids: string[]) =>
  deleteApiUrls(caller, deleteApiUrlsSchema.parse({ ids: [ids.join(",")] }));

const codesOf = (results: (UpdatedItem | DeletedItem)[]) =>
  results.map((result) => (result.success ? result.data.status : `${result.code} ${result.field ?? ""}`.trim()));

describe("bulk update", () => {
  test("returns a result for each item in order; failed items do not affect the others", async () => {
    const [caller, other] = [await createCaller(), await createCaller()];
    const [first, second, foreign] = [
      await insert(caller.groupId),
      await insert(caller.groupId),
      await insert(other.groupId),
    ];
    const results = await update(
      caller,
      { id: first.id, status: "paused" },
      { id: foreign.shortCode, status: "paused" },
      { id: second.shortCode.toUpperCase(), url: "https://example.com/new" },
      { id: unique("none"), status: "paused" },
      { id: second.id, url: "nonsense" },
      { id: second.id, status: "locked" },
      { id: second.id, staus: "paused" },
      { status: "paused" },
      { id: 7 },
      { id: "" },
      null,
      [],
      "x",
    );
    expect(codesOf(results)).toEqual([
      "paused",
      "not_found",
      "active",
      "not_found",
      "invalid url",
      "invalid status",
      "invalid staus",
      "invalid id",
      "invalid id",
      "invalid id",
      "invalid",
      "invalid",
      "invalid",
    ]);
    expect(results[2]).toMatchObject({ data: { id: second.id, originalUrl: "https://example.com/new" } });
    expect(results.slice(4, 11)).toMatchObject(
      [URL_INVALID, URL_STATUS_INVALID, unknownField("staus", ["id", "url", "status", "externalId"])]
        .concat(ITEM_ID_REQUIRED, ITEM_ID_REQUIRED, ITEM_ID_REQUIRED, ITEM_NOT_AN_OBJECT)
        .map((message) => ({ success: false, message })),
    );
    expect(await statusesOf(caller.groupId)).toEqual(["paused", "active"]);
    expect(await statusesOf(other.groupId)).toEqual(["active"]);
  });

  test("if several items change one link, the last one counts, and each is audited under the key", async () => {
    const caller = await createCaller();
    const { id, shortCode } = await insert(caller.groupId);
    const results = await update(
      caller,
      { id, status: "paused" },
      { id: shortCode, status: "active" },
      { id, status: "active" },
      { id: shortCode.toUpperCase(), status: "paused" },
    );
    expect(codesOf(results)).toEqual(["paused", "active", "active", "paused"]);
    expect(await statusesOf(caller.groupId)).toEqual(["paused"]);
    const entries = await prisma().auditEntry.findMany({ where: { subjectId: id } });
    // The third changed nothing.
    expect(entries).toHaveLength(3);
    for (const entry of entries) expect(entry).toMatchObject({ actorId: null, apiKeyId: caller.keyId });
  });

  test("an item that fails unexpectedly in the middle is reported opaquely and leaves nothing behind", async () => {
    const caller = await createCaller();
    const links = [await insert(caller.groupId), await insert(caller.groupId), await insert(caller.groupId)];
    await pool().query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''secret''; END'`);
    await pool().query(
      `CREATE TRIGGER fail BEFORE UPDATE ON short_urls FOR EACH ROW WHEN (OLD.id = '${links[1]?.id}') EXECUTE FUNCTION fail()`,
    );
    const logged = jest.spyOn(log, "error").mockReturnValue(undefined);
    const results = await update(caller, ...links.map(({ id }) => ({ id, status: "paused" })));
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
    await pool().query("DROP FUNCTION fail CASCADE");
    expect(codesOf(results)).toEqual(["paused", "internal", "paused"]);
    expect(JSON.stringify(results)).not.toContain("secret");
    expect(await statusesOf(caller.groupId)).toEqual(["paused", "active", "paused"]);
    expect(await prisma().auditEntry.count({ where: { subjectId: links[1]?.id ?? "" } })).toBe(0);
  });

  test("reactivating counts against the creator's limit, even if the creator is paused", async () => {
    const caller = await createCaller();
    const member = await createMember(caller.groupId, { urlLimit: 2 });
    const links = [];
    for (let n = 0; n < 3; n++) links.push(await insert(caller.groupId, { createdById: member.id, status: "paused" }));
    await setUserStatus(await createUser({ role: "overall_admin" }), member.id, "paused");
    const results = await update(caller, ...links.map(({ id }) => ({ id, status: "active" })));
    expect(codesOf(results)).toEqual(["active", "active", "url_limit_reached"]);
  });

  test("the status deleted needs the scope and the right to delete, item by item", async () => {
    const caller = await createCaller();
    const member = await createMember(caller.groupId);
    const [own, members] = [await insert(caller.groupId), await insert(caller.groupId, { createdById: member.id })];
    const withoutDelete = { ...caller, scopes: ["update"] as const };
    const items = [
      { id: own.id, status: "deleted" },
      { id: members.id, status: "deleted" },
      { id: members.id, status: "paused" },
    ];
    expect(codesOf(await update(withoutDelete, ...items))).toEqual([
      "insufficient_scope",
      "insufficient_scope",
      "paused",
    ]);
    expect(codesOf(await update(caller, ...items))).toEqual(["deleted", "forbidden", "paused"]);
  });

  test.each([
    ["no items", { urls: [] }, "urls", BULK_EMPTY],
    ["101 items", { urls: Array(101).fill({}) }, "urls", BULK_EMPTY],
    ["an object", { urls: {} }, "urls", BULK_EMPTY],
    ["nothing", {}, "urls", BULK_EMPTY],
    ["another field", { urls: [{}], status: "paused" }, "status", unknownField("status", ["urls"])],
  ])("refuses %s as a whole", (_name, body, field, message) => {
    expect(() => parseInput(updateApiUrlsSchema, body)).toThrow(
      expect.objectContaining({ code: "invalid", field, message }),
    );
  });

  test("accepts 100 items", async () => {
    const caller = await createCaller();
    const { id } = await insert(caller.groupId);
    const results = await update(caller, ...Array(100).fill({ id, status: "paused" }));
    expect(codesOf(results)).toEqual(Array(100).fill("paused"));
  });
});

describe("bulk deletion", () => {
  test("returns a result for each in order, even for one given twice", async () => {
    const [caller, other] = [await createCaller(), await createCaller()];
    const member = await createMember(caller.groupId);
    const [first, second, members, foreign] = [
      await insert(caller.groupId),
      await insert(caller.groupId, { status: "paused" }),
      await insert(caller.groupId, { createdById: member.id }),
      await insert(other.groupId),
    ];
    const results = await remove(
      caller,
      ...[first.id, foreign.id, second.shortCode.toUpperCase(), members.id, first.shortCode, "", "%", unique("none")],
    );
    expect(codesOf(results)).toEqual([
      ...["deleted", "not_found", "deleted", "forbidden", "deleted", "invalid ids", "not_found", "not_found"],
    ]);
    expect(results[4]).toEqual({ success: true, data: { id: first.id, status: "deleted" } });
    expect(await statusesOf(caller.groupId)).toEqual(["deleted", "deleted", "active"]);
    expect(await statusesOf(other.groupId)).toEqual(["active"]);
    const entries = await prisma().auditEntry.findMany({ where: { subjectId: first.id } });
    expect(entries).toMatchObject([{ action: "short_url.delete", actorId: null, apiKeyId: caller.keyId }]);
  });

  test.each([
    ["nothing", {}],
    ["an empty list", { ids: [""] }],
    ["101 ids", { ids: [Array(101).fill("a").join(",")] }],
  ])("refuses %s", (_name, query) => {
    expect(() => parseInput(deleteApiUrlsSchema, query)).toThrow(
      expect.objectContaining({ code: "invalid", field: "ids", message: BULK_IDS_INVALID }),
    );
  });

  test("refuses 101 repeated ids", () => {
    expect(deleteApiUrlsSchema.safeParse({ ids: Array(101).fill("a") }).success).toBe(false);
  });

  test("accepts 100 ids", () => {
    expect(deleteApiUrlsSchema.parse({ ids: [Array(100).fill("a").join(",")] }).ids).toHaveLength(100);
    expect(deleteApiUrlsSchema.parse({ ids: ["a,b", "c"] }).ids).toEqual(["a", "b", "c"]);
  });
});

test("a key revoked or suspended since authentication changes and deletes nothing", async () => {
  const admin = await createUser({ role: "overall_admin" });
  for (const [end, code] of [
    [(caller: ApiCaller) => revokeApiKey(admin, caller.keyId), "unauthorized"],
    [(caller: ApiCaller) => setUserStatus(admin, caller.owner.id, "paused"), "api_key_suspended"],
  ] as const) {
    const owner = await createUser({ role: "group_admin" });
    const caller = await createCallerOf(owner, await createGroup(owner));
    const { id } = await insert(caller.groupId);
    await end(caller);
    expect(codesOf(await update(caller, { id, status: "paused" }, { id, url: "https://example.com/new" }))).toEqual([
      code,
      code,
    ]);
    expect(codesOf(await remove(caller, id))).toEqual([code]);
    expect(await statusesOf(caller.groupId)).toEqual(["active"]);
  }
});
