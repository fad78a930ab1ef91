import { v7 as uuidv7 } from "uuid";
import type { Actor } from "@/lib/actor";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import { changeUrls } from "@/lib/urls/bulk";
import { createUrl } from "@/lib/urls/create";
import { bulkUrlsSchema, createUrlSchema } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";
import { updateUrl } from "@/lib/urls/update";

const UNKNOWN_ID = "0190a0a0-0000-7000-8000-000000000000";

const create = (actor: Actor, fields: object = {}): Promise<ShortUrl> =>
  createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/page", ...fields }));

async function createLinks(actor: Actor, count: number, fields: object = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push((await create(actor, fields)).id);
  return ids;
}

/** The resulting status or error code of each link. */
async function run(actor: Actor, input: object): Promise<string[]> {
  const { results } = await changeUrls(actor, bulkUrlsSchema.parse(input));
  return results.map((result) => (result.success ? result.data.status : result.code));
}

const statusesOf = async (ids: string[]) => {
  const rows = await prisma().shortUrl.findMany({ where: { id: { in: ids } }, orderBy: { id: "asc" } });
  return rows.map(({ status }) => status);
};

/** The entries about these links, apart from their creation, with what each did to which link. */
const entriesOf = (ids: string[]) =>
  prisma().auditEntry.findMany({
    where: {
      OR: [{ subjectId: { in: ids } }, { items: { some: { subjectId: { in: ids } } } }],
      action: { not: "short_url.create" },
    },
    include: { items: { orderBy: { subjectId: "asc" } } },
    orderBy: { id: "asc" },
  });

test.each([
  ["pause", "paused"],
  ["delete", "deleted"],
] as const)("%s returns a result for each link in order, and changes and audits it once", async (action, status) => {
  const actor = await createUser();
  const ids = await createLinks(actor, 3);
  const input = { ids: [...ids, ids[0]?.toUpperCase()], action };
  const { changeId, results } = await changeUrls(actor, bulkUrlsSchema.parse(input));
  const data = (id: string) => expect.objectContaining({ id, status, createdById: actor.id });
  expect(results).toEqual(ids.map((id) => ({ id, success: true, changed: true, data: data(id) })));
  expect(await statusesOf(ids)).toEqual([status, status, status]);
  const entries = await entriesOf(ids);
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    id: changeId,
    action: `short_urls.${action}`,
    actorId: actor.id,
    subjectType: "short_urls",
    subjectLabel: "3 URLs",
    items: ids.map((subjectId) => ({ subjectId, before: { status: "active" }, after: { status } })),
  });

  const again = await changeUrls(actor, bulkUrlsSchema.parse({ ids, action }));
  expect(again).toEqual({
    changeId: null,
    results: ids.map((id) => ({ id, success: true, changed: false, data: data(id) })),
  });
  expect(await entriesOf(ids)).toHaveLength(1);
});

test.each([
  ["pause", "short_url.update", "paused"],
  ["delete", "short_url.delete", "deleted"],
] as const)("%s of a single link is recorded as %s", async (action, written, status) => {
  const actor = await createUser();
  const { id, shortCode } = await create(actor);
  await run(actor, { ids: [id], action });
  expect(await entriesOf([id])).toMatchObject([
    { action: written, subjectType: "short_url", subjectId: id, subjectLabel: shortCode, before: { status: "active" } },
  ]);
  expect(await statusesOf([id])).toEqual([status]);
});

test.each([
  ["pause", ["paused", "paused", "deleted"], [true, false, false]],
  ["activate", ["active", "active", "deleted"], [false, true, false]],
  ["delete", ["deleted", "deleted", "deleted"], [true, true, false]],
] as const)("%s skips links whose status does not fit", async (action, statuses, changed) => {
  const actor = await createUser();
  const ids = await createLinks(actor, 3);
  const [, paused = "", deleted = ""] = ids;
  await updateUrl(actor, paused, { status: "paused" });
  await updateUrl(actor, deleted, { status: "deleted" });
  const { results } = await changeUrls(actor, bulkUrlsSchema.parse({ ids, action }));
  expect(results.map((result) => result.success && result.changed)).toEqual(changed);
  expect(await statusesOf(ids)).toEqual(statuses);
});

test("a thousand links are changed with one audit entry and announced to the fronts", async () => {
  const actor = await createUser({ role: "overall_admin" });
  const ids = Array.from({ length: 1000 }, () => uuidv7());
  await prisma().shortUrl.createMany({
    data: ids.map((id) => ({
      id,
      shortCode: unique("many"),
      originalUrl: "https://example.com/",
      createdById: actor.id,
    })),
  });
  const rows = await prisma().shortUrl.findMany({ where: { id: { in: ids } }, select: { shortCode: true } });
  const awaited = new Set(rows.map(({ shortCode }) => shortCode.toLowerCase()));
  const client = await pool().connect();
  try {
    const announced = new Promise<void>((resolve) => {
      client.on("notification", ({ payload = "" }) => {
        awaited.delete(payload);
        if (awaited.size === 0) resolve();
      });
    });
    await client.query("LISTEN short_url_changed");
    const statuses = await run(actor, { ids, action: "pause" });
    expect(new Set(statuses)).toEqual(new Set(["paused"]));
    expect(await entriesOf(ids)).toHaveLength(1);
    await announced;
  } finally {
    client.release(true);
  }
});

// Design section 7, rows PUT urls/{id} and DELETE urls/{id}.
test.each([
  ["the creator", "creator", "done", "done"],
  ["a plain user of the links' group", "member", "forbidden", "forbidden"],
  ["a group_admin of the links' group", "groupAdmin", "done", "forbidden"],
  ["a group_admin of another group", "otherGroupAdmin", "not_found", "not_found"],
  ["an overall_admin", "overallAdmin", "done", "done"],
] as const)("%s has the same permissions in bulk as for a single link", async (_name, role, edit, remove) => {
  const creator = await createUser();
  const member = await createUser();
  const groupAdmin = await createUser({ role: "group_admin" });
  const otherGroupAdmin = await createUser({ role: "group_admin" });
  const overallAdmin = await createUser({ role: "overall_admin" });
  const groupId = await createGroup(creator, member, groupAdmin);
  const actor = { creator, member, groupAdmin, otherGroupAdmin, overallAdmin }[role];
  const ids = await createLinks(creator, 2, { groupId });
  const expected = (outcome: string, status: string) => (outcome === "done" ? [status, status] : [outcome, outcome]);
  expect(await run(actor, { ids, action: "pause" })).toEqual(expected(edit, "paused"));
  expect(await run(actor, { ids, action: "move", groupId: null })).toEqual(expected(edit, "paused"));
  await prisma().shortUrl.updateMany({ where: { id: { in: ids } }, data: { groupId } });
  expect(await run(actor, { ids, action: "activate" })).toEqual(expected(edit, "active"));
  expect(await run(actor, { ids, action: "delete" })).toEqual(expected(remove, "deleted"));
});

test("failed items do not affect the others", async () => {
  const [actor, stranger] = [await createUser(), await createUser()];
  const [first = "", last = ""] = await createLinks(actor, 2);
  const [foreign = ""] = await createLinks(stranger, 1);
  expect(await run(actor, { ids: [first, foreign, UNKNOWN_ID, "7", last], action: "pause" })).toEqual([
    "paused",
    "not_found",
    "not_found",
    "not_found",
    "paused",
  ]);
  expect(await statusesOf([first, foreign, last])).toEqual(["paused", "paused", "active"]);
});

test("reactivation respects the limit, in the given order", async () => {
  const actor = await createUser({ urlLimit: 3 });
  const ids = await createLinks(actor, 3);
  await run(actor, { ids, action: "pause" });
  await createLinks(actor, 1);
  expect(await run(actor, { ids, action: "activate" })).toEqual(["active", "active", "url_limit_reached"]);
  expect(await statusesOf(ids)).toEqual(["active", "active", "paused"]);
});

test("the limit holds for five concurrent bulk activations", async () => {
  const actor = await createUser({ urlLimit: 20 });
  const ids = await createLinks(actor, 20);
  await run(actor, { ids, action: "pause" });
  await prisma().user.update({ where: { id: actor.id }, data: { urlLimit: 7 } });
  await Promise.all(Array.from({ length: 5 }, () => run(actor, { ids, action: "activate" })));
  expect((await statusesOf(ids)).filter((status) => status === "active")).toHaveLength(7);
});

test("moving to a group that the actor is not in is rejected entirely", async () => {
  const actor = await createUser();
  const ids = await createLinks(actor, 2);
  const groupId = await createGroup();
  await expect(run(actor, { ids, action: "move", groupId })).rejects.toMatchObject({ code: "not_in_group" });
  expect(await entriesOf(ids)).toEqual([]);
});

test("moving changes only the group", async () => {
  const actor = await createUser();
  const groupId = await createGroup(actor);
  const url = await create(actor);
  await updateUrl(actor, url.id, { status: "paused" });
  const { results } = await changeUrls(actor, bulkUrlsSchema.parse({ ids: [url.id], action: "move", groupId }));
  expect(results).toEqual([{ id: url.id, success: true, changed: true, data: { ...url, status: "paused", groupId } }]);
});

test("links move without their external ids, which the audit log keeps", async () => {
  const actor = await createUser();
  const [from, to] = [await createGroup(actor), await createGroup(actor)];
  const withId = async (groupId: string, externalId: string) => {
    const { id } = await create(actor, { groupId });
    await prisma().shortUrl.update({ where: { id }, data: { externalId } });
    return id;
  };
  const stayed = await withId(to, "a");
  const ids = [await withId(from, "a"), await withId(from, "b"), stayed];
  expect(await run(actor, { ids, action: "move", groupId: to })).toEqual(["active", "active", "active"]);
  const rows = await prisma().shortUrl.findMany({ where: { id: { in: ids } } });
  expect(ids.map((id) => rows.find((row) => row.id === id))).toMatchObject([
    { groupId: to, externalId: null },
    { groupId: to, externalId: null },
    { groupId: to, externalId: "a" },
  ]);
  expect(await prisma().auditItem.findMany({ where: { subjectId: { in: ids } } })).toMatchObject([
    { before: { groupId: from, externalId: "a" }, after: { groupId: to, externalId: null } },
    { before: { groupId: from, externalId: "b" }, after: { groupId: to, externalId: null } },
  ]);
});

test.each(["pause", "delete", "move"])("to %s doesn't wait for links that the actor may only see", async (action) => {
  const [colleague, actor] = [await createUser(), await createUser()];
  const groupId = await createGroup(colleague, actor);
  const [theirs, own] = [await create(colleague, { groupId }), await create(actor, { groupId })];
  const client = await pool().connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT FROM short_urls WHERE id = $1 FOR NO KEY UPDATE", [theirs.id]);
    const input = { ids: [theirs.id, own.id], action, ...(action === "move" && { groupId: null }) };
    expect((await run(actor, input))[0]).toBe("forbidden");
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});

test("activating waits only for creators of paused links that the actor may change", async () => {
  const [creator, actor] = [await createUser(), await createUser()];
  const groupId = await createGroup(creator, actor);
  const [foreign = ""] = await createLinks(creator, 1, { groupId });
  await updateUrl(creator, foreign, { status: "paused" });
  const [own = ""] = await createLinks(actor, 1, { groupId });
  await updateUrl(actor, own, { status: "paused" });
  const client = await pool().connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [creator.id]);
    expect(await run(actor, { ids: [foreign, own], action: "activate" })).toEqual(["forbidden", "active"]);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});
