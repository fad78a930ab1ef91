import type { Actor } from "@/lib/actor";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { changeUrls } from "@/lib/urls/bulk";
import { createUrl } from "@/lib/urls/create";
import { bulkUrlsSchema, createUrlSchema } from "@/lib/urls/schema";
import { type BulkChange, UNDO_MINUTES, type UrlStatus } from "@/lib/urls/types";
import { undoChange } from "@/lib/urls/undo";
import { updateUrl } from "@/lib/urls/update";

const UNKNOWN_ID = "0190a0a0-0000-7000-8000-000000000000";

/** Creates links with these statuses, in this order. */
async function createLinks(
  actor: Actor,
  { statuses = ["active", "active"], groupId = null }: { statuses?: UrlStatus[]; groupId?: string | null } = {},
): Promise<string[]> {
  const ids: string[] = [];
  for (const status of statuses) {
    const { id } = await createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/page", groupId }));
    if (status !== "active") await updateUrl(actor, id, { status });
    ids.push(id);
  }
  return ids;
}

const change = (actor: Actor, input: object) => changeUrls(actor, bulkUrlsSchema.parse(input));

/** Makes a change and returns its id. */
async function makeChange(actor: Actor, input: object): Promise<string> {
  const { changeId } = await change(actor, input);
  if (!changeId) throw new Error("nothing changed");
  return changeId;
}

/** "restored" or the error code of each link. */
const outcomes = ({ results }: BulkChange) => results.map((result) => (result.success ? "restored" : result.code));

const statesOf = (ids: string[]) =>
  prisma().shortUrl.findMany({
    where: { id: { in: ids } },
    orderBy: { id: "asc" },
    select: { status: true, groupId: true },
  });

test.each([
  [{ action: "pause" }, 1],
  [{ action: "activate" }, 1],
  [{ action: "delete" }, 2],
  [{ action: "move", groupId: null }, 3],
])("undoing %j restores exactly what it changed", async (input, changed) => {
  const actor = await createUser();
  const groupId = await createGroup(actor);
  const ids = await createLinks(actor, { statuses: ["active", "paused", "deleted"], groupId });
  const before = await statesOf(ids);
  const changeId = await makeChange(actor, { ids, ...input });
  expect(await statesOf(ids)).not.toEqual(before);
  const undone = await undoChange(actor, changeId);
  expect(outcomes(undone)).toEqual(Array(changed).fill("restored"));
  expect(await statesOf(ids)).toEqual(before);
  const entry = await prisma().auditEntry.findUniqueOrThrow({
    where: { id: undone.changeId ?? "" },
    include: { items: true },
  });
  expect(entry).toMatchObject({
    actorId: actor.id,
    action: changed === 1 ? "short_url.update" : "short_urls.restore",
  });
  expect(entry.items).toHaveLength(changed);
});

test("links that were changed since are left alone and reported", async () => {
  const actor = await createUser();
  const ids = await createLinks(actor, { statuses: ["active", "active", "active", "active"] });
  const [edited = "", reactivated = "", deleted = ""] = ids;
  const changeId = await makeChange(actor, { ids, action: "pause" });
  await updateUrl(actor, edited, { originalUrl: "https://example.com/other" });
  await updateUrl(actor, reactivated, { status: "active" });
  await updateUrl(actor, reactivated, { status: "paused" });
  await updateUrl(actor, deleted, { status: "deleted" });
  expect(outcomes(await undoChange(actor, changeId))).toEqual(["conflict", "conflict", "conflict", "restored"]);
  expect((await statesOf(ids)).map(({ status }) => status)).toEqual(["paused", "paused", "deleted", "active"]);
});

test("a click since does not prevent undoing", async () => {
  const actor = await createUser();
  const ids = await createLinks(actor);
  const changeId = await makeChange(actor, { ids, action: "pause" });
  await prisma()
    .$executeRaw`UPDATE short_urls SET click_count = click_count + 1 WHERE created_by_id = ${actor.id}::uuid`;
  expect(outcomes(await undoChange(actor, changeId))).toEqual(["restored", "restored"]);
});

test("only one of several concurrent calls undoes a change", async () => {
  const actor = await createUser();
  const ids = await createLinks(actor, { statuses: ["active", "active", "active"] });
  const changeId = await makeChange(actor, { ids, action: "delete" });
  const all = await Promise.all(Array.from({ length: 5 }, () => undoChange(actor, changeId)));
  const restored = all.flatMap(outcomes).filter((outcome) => outcome === "restored");
  expect(restored).toHaveLength(3);
  expect((await statesOf(ids)).map(({ status }) => status)).toEqual(["active", "active", "active"]);
});

test("concurrent changes and undos of the same links do not deadlock", async () => {
  const actor = await createUser();
  const ids = await createLinks(actor, { statuses: Array(8).fill("active") });
  const changeId = await makeChange(actor, { ids, action: "pause" });
  const reversed = [...ids].reverse();
  await Promise.all([
    undoChange(actor, changeId),
    ...[ids, reversed, ids, reversed].map((some, index) =>
      change(actor, { ids: some, action: index % 2 === 0 ? "activate" : "pause" }),
    ),
    ...ids.map((id) => updateUrl(actor, id, { status: "active" })),
  ]);
  expect((await statesOf(ids)).every(({ status }) => status !== "deleted")).toBe(true);
});

test("reactivating by an undo respects the limit, under concurrency too", async () => {
  const actor = await createUser({ urlLimit: 4 });
  const ids = await createLinks(actor, { statuses: ["active", "active", "active", "active"] });
  const changeId = await makeChange(actor, { ids, action: "pause" });
  const create = () => createLinks(actor, { statuses: ["active"] }).catch(() => null);
  const [undone] = await Promise.all([undoChange(actor, changeId), create(), create(), create()]);
  const active = await prisma().shortUrl.count({ where: { createdById: actor.id, status: "active" } });
  expect(active).toBe(4);
  expect(["restored", "url_limit_reached"]).toEqual(expect.arrayContaining(outcomes(undone)));
});

test("only the user who made a change can undo it, for an hour", async () => {
  const actor = await createUser();
  const admin = await createUser({ role: "overall_admin" });
  const ids = await createLinks(actor);
  const changeId = await makeChange(actor, { ids, action: "pause" });
  for (const [who, id] of [
    [admin, changeId],
    [actor, UNKNOWN_ID],
    [actor, "7"],
  ] as const) {
    await expect(undoChange(who, id)).rejects.toMatchObject({ code: "not_found" });
  }
  await prisma().auditEntry.update({
    where: { id: changeId },
    data: { occurredAt: new Date(Date.now() - (UNDO_MINUTES + 1) * 60_000) },
  });
  await expect(undoChange(actor, changeId)).rejects.toMatchObject({ code: "not_found" });
  expect((await statesOf(ids)).map(({ status }) => status)).toEqual(["paused", "paused"]);
});

test("permissions are checked again", async () => {
  const creator = await createUser();
  const admin = await createUser({ role: "group_admin" });
  const groupId = await createGroup(creator, admin);
  const ids = await createLinks(creator, { groupId });
  const changeId = await makeChange(admin, { ids, action: "pause" });
  await prisma().groupMembership.deleteMany({ where: { userId: admin.id } });
  expect(outcomes(await undoChange(admin, changeId))).toEqual(["forbidden", "forbidden"]);
  expect((await statesOf(ids)).map(({ status }) => status)).toEqual(["paused", "paused"]);
});

test("a group_admin can undo moving links to a group that they can't see", async () => {
  const creator = await createUser();
  const admin = await createUser({ role: "group_admin" });
  const groupId = await createGroup(creator, admin);
  const ids = await createLinks(creator, { groupId });
  const changeId = await makeChange(admin, { ids, action: "move", groupId: null });
  expect(outcomes(await undoChange(admin, changeId))).toEqual(["restored", "restored"]);
  expect((await statesOf(ids)).map((state) => state.groupId)).toEqual([groupId, groupId]);
});

test("links do not return to a group that the actor has left", async () => {
  const actor = await createUser();
  const groupId = await createGroup(actor);
  const ids = await createLinks(actor, { groupId });
  const changeId = await makeChange(actor, { ids, action: "move", groupId: null });
  await prisma().groupMembership.deleteMany({ where: { userId: actor.id } });
  expect(outcomes(await undoChange(actor, changeId))).toEqual(["not_in_group", "not_in_group"]);
});

/** Links of a new group with the external ids a, b … */
async function createLinksWithIds(actor: Actor) {
  const groupId = await createGroup(actor);
  const ids = await createLinks(actor, { groupId });
  const externalIds = ids.map((_, index) => String.fromCharCode(97 + index));
  for (const [index, id] of ids.entries()) {
    await prisma().shortUrl.update({ where: { id }, data: { externalId: externalIds[index] ?? null } });
  }
  const stored = async () => {
    const rows = await prisma().shortUrl.findMany({ where: { id: { in: ids } }, orderBy: { id: "asc" } });
    return rows.map(({ externalId }) => externalId);
  };
  return { groupId, ids, externalIds, stored };
}

test("links that return to their group have their external ids again; undoing that takes them away", async () => {
  const actor = await createUser();
  const { ids, externalIds, stored } = await createLinksWithIds(actor);
  const changeId = await makeChange(actor, { ids, action: "move", groupId: await createGroup(actor) });
  expect(await stored()).toEqual([null, null]);
  const undone = await undoChange(actor, changeId);
  expect(outcomes(undone)).toEqual(["restored", "restored"]);
  expect(await stored()).toEqual(externalIds);
  expect(outcomes(await undoChange(actor, undone.changeId ?? ""))).toEqual(["restored", "restored"]);
  expect(await stored()).toEqual([null, null]);
});

test("a link whose external id was taken in the meantime is refused alone", async () => {
  const actor = await createUser();
  const { groupId, ids } = await createLinksWithIds(actor);
  const changeId = await makeChange(actor, { ids, action: "move", groupId: null });
  const [successor = ""] = await createLinks(actor, { statuses: ["active"], groupId });
  await prisma().shortUrl.update({ where: { id: successor }, data: { externalId: "a" } });
  expect(outcomes(await undoChange(actor, changeId))).toEqual(["conflict", "restored"]);
  expect((await statesOf(ids)).map((state) => state.groupId)).toEqual([null, groupId]);
});

test("undoing a restore requires the right to delete", async () => {
  const creator = await createUser();
  const admin = await createUser({ role: "overall_admin" });
  const groupId = await createGroup(creator, admin);
  const ids = await createLinks(creator, { groupId });
  const restored = await undoChange(admin, await makeChange(admin, { ids, action: "delete" }));
  const demoted: Actor = { ...admin, role: "group_admin" };
  await prisma().user.update({ where: { id: demoted.id }, data: { role: demoted.role } });
  expect(outcomes(await undoChange(demoted, restored.changeId ?? ""))).toEqual(["forbidden", "forbidden"]);
  expect((await statesOf(ids)).map(({ status }) => status)).toEqual(["active", "active"]);
});
