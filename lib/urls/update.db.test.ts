import type { Actor } from "@/lib/actor";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { untilBlocked } from "@/lib/db/testing/blocked";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { changeUrls } from "@/lib/urls/bulk";
import { createUrl } from "@/lib/urls/create";
import { deleteUrl } from "@/lib/urls/delete";
import { bulkUrlsSchema, createUrlSchema, GENERATE_QR_INVALID, updateUrlSchema } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";
import { CHANGED_SINCE, DELETED_WITHOUT_QR, GROUP_REQUIRED, STATUS_CHANGED_SINCE, updateUrl } from "@/lib/urls/update";
import { NOT_IN_GROUP } from "@/lib/urls/use-group";

const input = (fields: object = {}) => createUrlSchema.parse({ originalUrl: "https://example.com/page", ...fields });
const changes = (fields: object) => updateUrlSchema.parse(fields);

const countActive = (creator: Actor) =>
  prisma().shortUrl.count({ where: { createdById: creator.id, status: "active" } });

/** "done", or the error code if the call was refused. */
async function outcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "done",
    (error: { code: string }) => error.code,
  );
}

/** A link in a group, and users with every relation to it. */
async function createActors() {
  const creator = await createUser();
  const member = await createUser();
  const groupAdmin = await createUser({ role: "group_admin" });
  const outsider = await createUser();
  const otherGroupAdmin = await createUser({ role: "group_admin" });
  const overallAdmin = await createUser({ role: "overall_admin" });
  await createGroup(outsider, otherGroupAdmin);
  const groupId = await createGroup(creator, member, groupAdmin);
  const actors = { creator, member, groupAdmin, outsider, otherGroupAdmin, overallAdmin };
  return { actors, url: await createUrl(creator, input({ groupId })) };
}

// Created with an API key.
describe("a link without a creator", () => {
  const createWithoutCreator = async () => {
    const all = await createActors();
    await prisma().shortUrl.update({ where: { id: all.url.id }, data: { createdById: null } });
    return all;
  };

  test.each([
    ["creator", "forbidden"],
    ["member", "forbidden"],
    ["groupAdmin", "done"],
    ["outsider", "not_found"],
    ["otherGroupAdmin", "not_found"],
    ["overallAdmin", "done"],
  ] as const)("can be changed and deleted by %s: %s", async (role, expected) => {
    const { actors, url } = await createWithoutCreator();
    const change = (fields: object) => outcome(updateUrl(actors[role], url.id, changes(fields)));
    expect(await change({ originalUrl: "https://example.com/new" })).toBe(expected);
    expect(await change({ status: "deleted" })).toBe(expected);
    expect(await outcome(deleteUrl(actors[role], url.id))).toBe(expected);
  });

  test("can be reactivated without a limit", async () => {
    const { actors, url } = await createWithoutCreator();
    await prisma().user.updateMany({ data: { urlLimit: 1 } });
    await updateUrl(actors.groupAdmin, url.id, changes({ status: "paused" }));
    expect((await updateUrl(actors.groupAdmin, url.id, changes({ status: "active" }))).status).toBe("active");
  });

  test("must stay in a group, for any actor, singly or in bulk", async () => {
    const { actors, url } = await createWithoutCreator();
    for (const actor of [actors.groupAdmin, actors.overallAdmin]) {
      await expect(updateUrl(actor, url.id, changes({ groupId: null }))).rejects.toMatchObject({
        code: "invalid",
        message: GROUP_REQUIRED,
        field: "groupId",
      });
      const input = bulkUrlsSchema.parse({ ids: [url.id], action: "move", groupId: null });
      expect(await changeUrls(actor, input)).toMatchObject({ results: [{ success: false, code: "invalid" }] });
    }
    const groupId = await createGroup();
    expect((await updateUrl(actors.overallAdmin, url.id, changes({ groupId }))).groupId).toBe(groupId);
  });
});

// Design section 7, rows PUT urls/{id} and DELETE urls/{id}.
describe.each([
  ["the creator", "creator", "done", "done"],
  ["a plain user of the link's group", "member", "forbidden", "forbidden"],
  ["a group_admin of the link's group", "groupAdmin", "done", "forbidden"],
  ["a plain user of another group", "outsider", "not_found", "not_found"],
  ["a group_admin of another group", "otherGroupAdmin", "not_found", "not_found"],
  ["an overall_admin", "overallAdmin", "done", "done"],
] as const)("%s", (_name, role, edit, remove) => {
  test(`changes destination and status: ${edit}`, async () => {
    const { actors, url } = await createActors();
    const fields = { originalUrl: "https://example.com/new", status: "paused" };
    expect(await outcome(updateUrl(actors[role], url.id, changes(fields)))).toBe(edit);
    const stored = await prisma().shortUrl.findUniqueOrThrow({ where: { id: url.id } });
    expect(stored).toMatchObject(edit === "done" ? fields : { originalUrl: url.originalUrl, status: "active" });
  });

  test.each([
    ["by DELETE", deleteUrl],
    ["by setting the status", (actor: Actor, id: string) => updateUrl(actor, id, changes({ status: "deleted" }))],
  ])(`deletes %s: ${remove}`, async (_how, call) => {
    const { actors, url } = await createActors();
    expect(await outcome(call(actors[role], url.id))).toBe(remove);
    const stored = await prisma().shortUrl.findUniqueOrThrow({ where: { id: url.id } });
    expect(stored.status).toBe(remove === "done" ? "deleted" : "active");
  });
});

test.each(["", "7", "not-an-id", "0190a0a0-0000-7000-8000-000000000000"])("id %j is not found", async (id) => {
  const admin = await createUser({ role: "overall_admin" });
  await expect(updateUrl(admin, id, changes({ status: "paused" }))).rejects.toMatchObject({ code: "not_found" });
  await expect(deleteUrl(admin, id)).rejects.toMatchObject({ code: "not_found" });
});

test("updating keeps omitted fields, and null removes the link from its group", async () => {
  const { actors, url } = await createActors();
  const paused = await updateUrl(actors.creator, url.id, changes({ status: "paused" }));
  expect(paused).toEqual({ ...url, status: "paused" });
  expect(await updateUrl(actors.creator, url.id, changes({ groupId: null }))).toEqual({ ...paused, groupId: null });
});

test("a status replaces only the one that its sender saw", async () => {
  const { actors, url } = await createActors();
  const { id } = url;
  const set = (status: string, ifStatus: string, fields = {}) =>
    updateUrl(actors.creator, id, changes({ status, ifStatus, ...fields }));
  expect(await deleteUrl(actors.creator, id)).toEqual({ id, status: "deleted", previousStatus: "active" });
  expect(await deleteUrl(actors.creator, id)).toEqual({ id, status: "deleted", previousStatus: "deleted" });
  const refused = { code: "conflict", message: STATUS_CHANGED_SINCE, field: "status" };
  await expect(set("paused", "active")).rejects.toMatchObject(refused);
  expect((await set("deleted", "active")).status).toBe("deleted");
  const destination = { originalUrl: "https://example.com/new" };
  expect(await set("deleted", "active", destination)).toMatchObject({ status: "deleted", ...destination });
  expect((await set("active", "deleted")).status).toBe("active");
});

test("a destination replaces only the one that its sender saw", async () => {
  const { actors, url } = await createActors();
  const set = (originalUrl: string, ifOriginalUrl: string) =>
    updateUrl(actors.creator, url.id, changes({ originalUrl, ifOriginalUrl }));
  await set("https://example.com/wrong", url.originalUrl);
  await set("https://example.com/right", "https://example.com/wrong");
  const refused = { code: "conflict", message: CHANGED_SINCE, field: "originalUrl" };
  await expect(set(url.originalUrl, "https://example.com/wrong")).rejects.toMatchObject(refused);
  expect((await set("https://example.com/right", "https://example.com/wrong")).originalUrl).toMatch(/right$/);
});

test("a new destination is stored in its canonical form", async () => {
  const { actors, url } = await createActors();
  const updated = await updateUrl(actors.creator, url.id, changes({ originalUrl: "HTTPS://Bücher.example" }));
  expect(updated.originalUrl).toBe("https://xn--bcher-kva.example/");
});

test.each(["http://localhost:3000/abc", "http://LOCALHOST.:3000/abc"])(
  "a link cannot be changed to point to the short domain: %s",
  async (originalUrl) => {
    const { actors, url } = await createActors();
    await prisma().setting.deleteMany();
    const update = { ...changes({}), originalUrl };
    await expect(updateUrl(actors.creator, url.id, update)).rejects.toMatchObject({
      code: "invalid",
      field: "originalUrl",
    });
  },
);

test("a link cannot be moved to a group that the actor is not in", async () => {
  const { actors, url } = await createActors();
  const groupId = await createGroup();
  await expect(updateUrl(actors.groupAdmin, url.id, changes({ groupId }))).rejects.toMatchObject({
    code: "not_in_group",
    message: NOT_IN_GROUP,
  });
  expect((await updateUrl(actors.overallAdmin, url.id, changes({ groupId }))).groupId).toBe(groupId);
});

test("a change and a deletion are audited with the values before", async () => {
  const { actors, url } = await createActors();
  await updateUrl(actors.groupAdmin, url.id, changes({ status: "paused" }));
  await deleteUrl(actors.overallAdmin, url.id);
  await deleteUrl(actors.overallAdmin, url.id);
  const entries = await prisma().auditEntry.findMany({
    where: { subjectId: url.id, action: { not: "short_url.create" } },
    orderBy: { id: "asc" },
  });
  expect(entries).toMatchObject([
    {
      action: "short_url.update",
      actorId: actors.groupAdmin.id,
      before: { status: "active" },
      after: { status: "paused" },
    },
    {
      action: "short_url.delete",
      actorId: actors.overallAdmin.id,
      before: { status: "paused" },
      after: { status: "deleted" },
    },
  ]);
});

const entriesOf = (id: string) =>
  prisma().auditEntry.findMany({
    where: { subjectId: id, action: { not: "short_url.create" } },
    orderBy: { occurredAt: "asc" },
  });

test("no-ops are not audited, and entries contain only changed fields", async () => {
  const { actors, url } = await createActors();
  const { originalUrl, groupId } = url;
  await updateUrl(actors.groupAdmin, url.id, changes({ originalUrl, status: "active", groupId }));
  expect(await entriesOf(url.id)).toEqual([]);
  await updateUrl(actors.groupAdmin, url.id, changes({ originalUrl, status: "paused", groupId }));
  const [entry] = await entriesOf(url.id);
  expect([entry?.before, entry?.after]).toEqual([{ status: "active" }, { status: "paused" }]);
});

describe("a QR code for a link created without one", () => {
  const createPlain = async () => {
    const all = await createActors();
    await prisma().shortUrl.update({ where: { id: all.url.id }, data: { qrGeneratedAt: null } });
    return all;
  };
  const addQr = changes({ generateQR: true });

  test.each([
    ["creator", "done"],
    ["member", "forbidden"],
    ["groupAdmin", "done"],
    ["outsider", "not_found"],
    ["otherGroupAdmin", "not_found"],
    ["overallAdmin", "done"],
  ] as const)("can be created by %s: %s", async (role, expected) => {
    const { actors, url } = await createPlain();
    expect(await outcome(updateUrl(actors[role], url.id, addQr))).toBe(expected);
    const { qrGeneratedAt } = await prisma().shortUrl.findUniqueOrThrow({ where: { id: url.id } });
    expect(qrGeneratedAt !== null).toBe(expected === "done");
  });

  test("is created once by concurrent calls, keeps another editor's change, and is audited", async () => {
    const { actors, url } = await createPlain();
    const { creator, groupAdmin } = actors;
    const calls = await Promise.all([
      updateUrl(creator, url.id, changes({ status: "paused" })),
      ...[creator, groupAdmin, creator].map((actor) => updateUrl(actor, url.id, addQr)),
    ]);
    expect(calls.slice(1).map(({ qrCodeUrl }) => qrCodeUrl)).toEqual(Array(3).fill(`/api/urls/${url.id}/qr`));
    const stored = await prisma().shortUrl.findUniqueOrThrow({ where: { id: url.id } });
    expect(stored).toMatchObject({ status: "paused", originalUrl: url.originalUrl, qrGeneratedAt: expect.any(Date) });
    const entries = await prisma().auditEntry.findMany({
      where: { subjectId: url.id, action: "short_url.update" },
      select: { before: true, after: true },
    });
    expect(entries).toHaveLength(2);
    expect(entries).toContainEqual({ before: { qrCode: false }, after: { qrCode: true } });
    await updateUrl(creator, url.id, addQr);
    await updateUrl(creator, url.id, changes({ generateQR: true, status: "active" }));
    expect((await prisma().shortUrl.findUniqueOrThrow({ where: { id: url.id } })).qrGeneratedAt).toEqual(
      stored.qrGeneratedAt,
    );
  });

  test("is refused for a deleted link, unless the same call restores it", async () => {
    const { actors, url } = await createPlain();
    const set = (fields: object) => updateUrl(actors.creator, url.id, changes({ generateQR: true, ...fields }));
    const refused = { code: "conflict", message: DELETED_WITHOUT_QR };
    await expect(set({ status: "deleted" })).rejects.toMatchObject(refused);
    await deleteUrl(actors.creator, url.id);
    await expect(set({})).rejects.toMatchObject(refused);
    expect(await set({ status: "active" })).toMatchObject({ status: "active", qrCodeUrl: expect.any(String) });
  });

  test("stays on a link that is deleted later", async () => {
    const { actors, url } = await createActors();
    await deleteUrl(actors.creator, url.id);
    expect(await updateUrl(actors.creator, url.id, addQr)).toMatchObject({
      status: "deleted",
      qrCodeUrl: url.qrCodeUrl,
    });
  });

  test("cannot be taken away again", () => {
    for (const generateQR of [false, null, 1]) {
      expect(updateUrlSchema.safeParse({ generateQR }).error?.issues[0]?.message).toBe(GENERATE_QR_INVALID);
    }
  });
});

test("concurrent changes are audited with the values before each", async () => {
  const { actors, url } = await createActors();
  const destinations = Array.from({ length: 10 }, (_, i) => `https://example.com/at-once/${i}`);
  await Promise.all(
    destinations.map((originalUrl) => updateUrl(actors.overallAdmin, url.id, changes({ originalUrl }))),
  );
  const entries = (await entriesOf(url.id)).map(({ before, after }) => ({
    before: (before as { originalUrl: string }).originalUrl,
    after: (after as { originalUrl: string }).originalUrl,
  }));
  expect(entries.map(({ after }) => after).sort()).toEqual(destinations);
  // Distinct values before: the entries form a chain from the first destination to the last.
  expect(new Set(entries.map(({ before }) => before)).size).toBe(10);
  expect(entries.map(({ before }) => before)).toContain(url.originalUrl);
});

test("ten concurrent deletions are audited once", async () => {
  const { actors, url } = await createActors();
  await Promise.all(Array.from({ length: 10 }, () => deleteUrl(actors.overallAdmin, url.id)));
  expect((await entriesOf(url.id)).map(({ action }) => action)).toEqual(["short_url.delete"]);
});

test.each([
  ["an update", ({ id }: ShortUrl, actor: Actor) => updateUrl(actor, id, changes({ status: "paused" }))],
  ["a deletion", ({ id }: ShortUrl, actor: Actor) => deleteUrl(actor, id)],
])("%s is refused if the link leaves the actor's group at the same moment", async (_, call) => {
  const { actors, url } = await createActors();
  await prisma().shortUrl.update({ where: { id: url.id }, data: { createdById: null } });
  const groupId = await createGroup(actors.outsider);
  const result = await prisma().$transaction(async (tx) => {
    await tx.shortUrl.update({ where: { id: url.id }, data: { groupId } });
    const refusal = outcome(call(url, actors.groupAdmin));
    await untilBlocked(pool());
    return { refusal };
  });
  expect(await result.refusal).toBe("conflict");
  expect(await prisma().shortUrl.findUnique({ where: { id: url.id } })).toMatchObject({ status: "active", groupId });
});

describe("the limit of active links", () => {
  test.each(["paused", "deleted"])("prevents reactivating a %s link over it", async (status) => {
    const creator = await createUser({ urlLimit: 1 });
    const first = await createUrl(creator, input());
    await updateUrl(creator, first.id, changes({ status }));
    const second = await createUrl(creator, input());
    await expect(updateUrl(creator, first.id, changes({ status: "active" }))).rejects.toMatchObject({
      code: "url_limit_reached",
    });
    await updateUrl(creator, second.id, changes({ status: "paused" }));
    expect((await updateUrl(creator, first.id, changes({ status: "active" }))).status).toBe("active");
  });

  test("is the creator's, whoever reactivates the link", async () => {
    const creator = await createUser({ urlLimit: 1 });
    const admin = await createUser({ role: "overall_admin", urlLimit: 100 });
    const first = await createUrl(creator, input());
    await updateUrl(admin, first.id, changes({ status: "paused" }));
    await createUrl(creator, input());
    await expect(updateUrl(admin, first.id, changes({ status: "active" }))).rejects.toMatchObject({
      code: "url_limit_reached",
    });
  });

  test("allows changing an active link while exceeded", async () => {
    const creator = await createUser({ urlLimit: 2 });
    const url = await createUrl(creator, input());
    await createUrl(creator, input());
    await prisma().user.update({ where: { id: creator.id }, data: { urlLimit: 1 } });
    const fields = { originalUrl: "https://example.com/other", status: "active" };
    expect(await updateUrl(creator, url.id, changes(fields))).toMatchObject(fields);
  });

  test("holds when twenty links are reactivated concurrently", async () => {
    const creator = await createUser({ urlLimit: 20 });
    const urls = await Promise.all(Array.from({ length: 20 }, () => createUrl(creator, input())));
    await prisma().shortUrl.updateMany({ where: { createdById: creator.id }, data: { status: "paused" } });
    await prisma().user.update({ where: { id: creator.id }, data: { urlLimit: 3 } });
    const outcomes = await Promise.all(
      urls.map(({ id }) => outcome(updateUrl(creator, id, changes({ status: "active" })))),
    );
    expect(outcomes.filter((code) => code === "done")).toHaveLength(3);
    expect(outcomes.filter((code) => code === "url_limit_reached")).toHaveLength(17);
    expect(await countActive(creator)).toBe(3);
  });

  test("counts a link once that is reactivated twenty times concurrently", async () => {
    const creator = await createUser({ urlLimit: 1 });
    const { id } = await createUrl(creator, input());
    await updateUrl(creator, id, changes({ status: "paused" }));
    const calls = Array.from({ length: 20 }, () => outcome(updateUrl(creator, id, changes({ status: "active" }))));
    expect(new Set(await Promise.all(calls))).toEqual(new Set(["done"]));
  });

  test("holds while a link is concurrently paused, reactivated and replaced", async () => {
    const creator = await createUser({ urlLimit: 1 });
    const { id } = await createUrl(creator, input());
    for (let round = 0; round < 10; round++) {
      await prisma().shortUrl.updateMany({ where: { createdById: creator.id }, data: { status: "paused" } });
      await updateUrl(creator, id, changes({ status: "active" }));
      await Promise.all([
        updateUrl(creator, id, changes({ status: "paused" })),
        outcome(updateUrl(creator, id, changes({ status: "active" }))),
        outcome(createUrl(creator, input())),
        outcome(updateUrl(creator, id, changes({ status: "active" }))),
      ]);
      expect(await countActive(creator)).toBeLessThanOrEqual(1);
    }
  });
});

test.each(["http://..../", "http://a..b/", "http://*.example.com/"])(
  "a link stored with %s before such hosts were rejected can be paused",
  async (originalUrl) => {
    const creator = await createUser();
    const { id } = await createUrl(creator, input());
    await prisma().shortUrl.update({ where: { id }, data: { originalUrl } });
    expect(await updateUrl(creator, id, changes({ status: "paused" }))).toMatchObject({
      originalUrl,
      status: "paused",
    });
  },
);
