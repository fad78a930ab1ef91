import type { Actor } from "@/lib/actor";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import { env } from "@/lib/env";
import { getUrlMarks } from "@/lib/stats/marks";
import { MAX_MARKS } from "@/lib/stats/types";
import { changeUrls } from "@/lib/urls/bulk";
import { createUrl } from "@/lib/urls/create";
import { deleteUrl } from "@/lib/urls/delete";
import { createUrlSchema } from "@/lib/urls/schema";
import { updateUrl } from "@/lib/urls/update";

const NEW = "https://example.com/new";

const create = (actor: Actor, fields: object = {}) =>
  createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/", ...fields }));

const kinds = async (actor: Actor, id: string) =>
  (await getUrlMarks(actor, id, {})).marks.map(({ kind, destination }) => [kind, destination]);

beforeEach(() => Object.assign(env(), { TIME_ZONE: "UTC" }));

test("single and bulk changes of destination and status are marks, oldest first; others are not", async () => {
  const creator = await createUser();
  const groupId = await createGroup(creator);
  const [url, other] = [await create(creator), await create(creator)];
  await updateUrl(creator, url.id, { groupId });
  await updateUrl(creator, url.id, { originalUrl: NEW, status: "paused" });
  await changeUrls(creator, { ids: [url.id, other.id], action: "activate" });
  await changeUrls(creator, { ids: [url.id, other.id], action: "pause" });
  await deleteUrl(creator, url.id);
  const marks = await kinds(creator, url.id);
  expect(marks).toEqual([
    ["destination", NEW],
    ["paused", null],
    ["activated", null],
    ["paused", null],
    ["deleted", null],
  ]);
  expect(await kinds(creator, other.id)).toEqual([["paused", null]]);
});

test("whoever sees the link sees its marks, destinations only who may edit it", async () => {
  const [creator, member, stranger] = [await createUser(), await createUser(), await createUser()];
  const [groupAdmin, admin] = [await createUser({ role: "group_admin" }), await createUser({ role: "overall_admin" })];
  const url = await create(creator, { groupId: await createGroup(creator, member, groupAdmin) });
  await updateUrl(creator, url.id, { originalUrl: NEW });
  for (const actor of [creator, groupAdmin, admin]) expect(await kinds(actor, url.id)).toEqual([["destination", NEW]]);
  expect(await kinds(member, url.id)).toEqual([["destination", null]]);
  for (const [actor, id] of [[stranger, url.id] as const, [admin, unique("id")] as const]) {
    await expect(getUrlMarks(actor, id, {})).rejects.toMatchObject({ code: "not_found" });
  }
});

test("the newest in the range are listed, and the rest counted; days are those of the installation", async () => {
  Object.assign(env(), { TIME_ZONE: "Asia/Kathmandu" });
  const creator = await createUser();
  const { id } = await create(creator);
  const change = (occurredAt: Date) => ({
    actorId: creator.id,
    actorLabel: "Test User",
    action: "short_url.update",
    subjectType: "short_url",
    subjectId: id,
    subjectLabel: "code",
    before: { status: "active" },
    after: { status: "paused" },
    occurredAt,
  });
  // Midnight in Kathmandu.
  const start = Date.parse("2026-05-31T18:15:00Z");
  const inRange = Array.from({ length: MAX_MARKS + 5 }, (_, minute) => change(new Date(start + minute * 60_000)));
  await prisma().auditEntry.createMany({ data: [change(new Date(start - 1)), ...inRange] });
  const { marks, omitted } = await getUrlMarks(creator, id, { from: "2026-06-01", to: "2026-06-01" });
  expect([marks.length, omitted]).toEqual([MAX_MARKS, 5]);
  expect([marks[0]?.at, marks.at(-1)?.at]).toEqual(["2026-05-31T18:20:00.000Z", "2026-05-31T19:09:00.000Z"]);
  expect((await getUrlMarks(creator, id, { to: "2026-05-31", from: "2026-05-31" })).marks).toHaveLength(1);
});
