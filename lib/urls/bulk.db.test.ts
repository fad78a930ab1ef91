import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { changeUrls } from "@/lib/urls/bulk";
import { createUrl } from "@/lib/urls/create";
import { bulkUrlsSchema, createUrlSchema } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";
import { updateUrl } from "@/lib/urls/update";
import type { Actor } from "@/lib/users/types";

const UNKNOWN_ID = "0190a0a0-0000-7000-8000-000000000000";

const create = (actor: Actor, fields: object = {}): Promise<ShortUrl> =>
  createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/page", ...fields }));

async function createSome(actor: Actor, count: number, fields: object = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push((await create(actor, fields)).id);
  return ids;
}

/** For each id the status that the answer gives it, or the code of its refusal. */
async function run(actor: Actor, input: object): Promise<string[]> {
  const results = await changeUrls(actor, bulkUrlsSchema.parse(input));
  return results.map((result) => (result.success ? result.data.status : result.code));
}

const statusesOf = async (ids: string[]) => {
  const rows = await prisma().shortUrl.findMany({ where: { id: { in: ids } }, orderBy: { id: "asc" } });
  return rows.map(({ status }) => status);
};

const entriesOf = (ids: string[]) =>
  prisma().auditEntry.findMany({
    where: { subjectId: { in: ids }, action: { not: "short_url.create" } },
    orderBy: { id: "asc" },
  });

test.each([
  ["pause", "paused", "short_url.update"],
  ["delete", "deleted", "short_url.delete"],
] as const)("%s: each is answered in its order, changed and written down once", async (action, status, written) => {
  const actor = await createUser();
  const ids = await createSome(actor, 3);
  const results = await changeUrls(actor, bulkUrlsSchema.parse({ ids: [...ids, ids[0]?.toUpperCase()], action }));
  expect(results).toEqual(
    ids.map((id) => ({ id, success: true, data: expect.objectContaining({ id, status, createdById: actor.id }) })),
  );
  expect(await statusesOf(ids)).toEqual([status, status, status]);
  const entries = await entriesOf(ids);
  expect(entries.map(({ subjectId }) => subjectId)).toEqual(ids);
  for (const entry of entries) {
    expect(entry).toMatchObject({
      action: written,
      actorId: actor.id,
      before: { status: "active" },
      after: { status },
    });
  }
  expect(await run(actor, { ids, action })).toEqual([status, status, status]);
  expect(await entriesOf(ids)).toHaveLength(3);
});

// Design section 7, rows PUT urls/{id} and DELETE urls/{id}.
test.each([
  ["the creator", "creator", "done", "done"],
  ["a plain user of the links' group", "member", "forbidden", "forbidden"],
  ["a group_admin of the links' group", "groupAdmin", "done", "forbidden"],
  ["a group_admin of another group", "otherGroupAdmin", "not_found", "not_found"],
  ["an overall_admin", "overallAdmin", "done", "done"],
] as const)("%s may do by many what they may do by one", async (_name, role, edit, remove) => {
  const creator = await createUser();
  const member = await createUser();
  const groupAdmin = await createUser({ role: "group_admin" });
  const otherGroupAdmin = await createUser({ role: "group_admin" });
  const overallAdmin = await createUser({ role: "overall_admin" });
  const groupId = await createGroup(creator, member, groupAdmin);
  const actor = { creator, member, groupAdmin, otherGroupAdmin, overallAdmin }[role];
  const ids = await createSome(creator, 2, { groupId });
  const expected = (outcome: string, status: string) => (outcome === "done" ? [status, status] : [outcome, outcome]);
  expect(await run(actor, { ids, action: "pause" })).toEqual(expected(edit, "paused"));
  expect(await run(actor, { ids, action: "move", groupId: null })).toEqual(expected(edit, "paused"));
  await prisma().shortUrl.updateMany({ where: { id: { in: ids } }, data: { groupId } });
  expect(await run(actor, { ids, action: "activate" })).toEqual(expected(edit, "active"));
  expect(await run(actor, { ids, action: "delete" })).toEqual(expected(remove, "deleted"));
});

test("one that is refused does not stop the others", async () => {
  const [actor, stranger] = [await createUser(), await createUser()];
  const [first = "", last = ""] = await createSome(actor, 2);
  const [foreign = ""] = await createSome(stranger, 1);
  expect(await run(actor, { ids: [first, foreign, UNKNOWN_ID, "7", last], action: "pause" })).toEqual([
    "paused",
    "not_found",
    "not_found",
    "not_found",
    "paused",
  ]);
  expect(await statusesOf([first, foreign, last])).toEqual(["paused", "paused", "active"]);
});

test("becoming active again holds the limit, and those that come first get what is left", async () => {
  const actor = await createUser({ urlLimit: 3 });
  const ids = await createSome(actor, 3);
  await run(actor, { ids, action: "pause" });
  await createSome(actor, 1);
  expect(await run(actor, { ids, action: "activate" })).toEqual(["active", "active", "url_limit_reached"]);
  expect(await statusesOf(ids)).toEqual(["active", "active", "paused"]);
});

test("the limit holds when five activate twenty at once", async () => {
  const actor = await createUser({ urlLimit: 20 });
  const ids = await createSome(actor, 20);
  await run(actor, { ids, action: "pause" });
  await prisma().user.update({ where: { id: actor.id }, data: { urlLimit: 7 } });
  await Promise.all(Array.from({ length: 5 }, () => run(actor, { ids, action: "activate" })));
  expect((await statusesOf(ids)).filter((status) => status === "active")).toHaveLength(7);
});

test("moving into a group that one is not in is refused in whole", async () => {
  const actor = await createUser();
  const ids = await createSome(actor, 2);
  const groupId = await createGroup();
  await expect(run(actor, { ids, action: "move", groupId })).rejects.toMatchObject({ code: "not_in_group" });
  expect(await entriesOf(ids)).toEqual([]);
});

test("moving changes the group and nothing else", async () => {
  const actor = await createUser();
  const groupId = await createGroup(actor);
  const url = await create(actor);
  await updateUrl(actor, url.id, { status: "paused" });
  const results = await changeUrls(actor, bulkUrlsSchema.parse({ ids: [url.id], action: "move", groupId }));
  expect(results).toEqual([{ id: url.id, success: true, data: { ...url, status: "paused", groupId } }]);
});
