import type { Actor } from "@/lib/actor";
import { enrichedClick, store } from "@/lib/clicks/testing/clicks";
import { prisma } from "@/lib/db/prisma";
import { createCaller, createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import { whileMoved } from "@/lib/db/testing/while-moved";
import type { AppError } from "@/lib/errors";
import { addApiPlacement, listApiPlacements, removeApiPlacement } from "@/lib/public-api/placements";
import { addPlacement, DELETED_NOT_PLACED, PLACEMENT_TAKEN, TOO_MANY_PLACEMENTS } from "@/lib/qr/placements/add";
import { listPlacements, NO_SUCH_PLACEMENT } from "@/lib/qr/placements/queries";
import { removePlacement } from "@/lib/qr/placements/remove";
import { addPlacementSchema, MAX_PLACEMENTS } from "@/lib/qr/placements/schema";
import { getQrCode } from "@/lib/qr/queries";
import { qrQuerySchema } from "@/lib/qr/query-schema";
import { scanPng } from "@/lib/qr/testing/scan-png";
import { getSumStats, getUrlStats } from "@/lib/stats/queries";
import { statsSchema } from "@/lib/stats/schema";
import { createUrl } from "@/lib/urls/create";
import { deleteUrl } from "@/lib/urls/delete";
import { createUrlSchema } from "@/lib/urls/schema";

const UNKNOWN_ID = "0190a0a0-0000-7000-8000-000000000000";
const input = (name = "poster-hall-3") => addPlacementSchema.parse({ name });
const link = (actor: Actor, fields: object = {}) =>
  createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/", generateQR: true, ...fields }));
const namesOf = async (actor: Actor, id: string) => (await listPlacements(actor, id)).map(({ name }) => name);

/** "ok", or the error code if the call was refused. */
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (error: AppError) => error.code,
  );

describe("permissions (design section 7): whoever sees the link lists, whoever may edit it writes", () => {
  test.each([
    ["creator", "ok", "ok"],
    ["S of the group", "ok", "forbidden"],
    ["S elsewhere", "not_found", "not_found"],
    ["G of the group", "ok", "ok"],
    ["G elsewhere", "not_found", "not_found"],
    ["O", "ok", "ok"],
  ] as const)("%s lists: %s, adds and removes: %s", async (caller, reading, writing) => {
    const [creator, member] = [await createUser(), await createUser()];
    const groupAdmin = await createUser({ role: "group_admin" });
    const actors = {
      creator,
      "S of the group": member,
      "S elsewhere": await createUser(),
      "G of the group": groupAdmin,
      "G elsewhere": await createUser({ role: "group_admin" }),
      O: await createUser({ role: "overall_admin" }),
    };
    const { id } = await link(creator, { groupId: await createGroup(creator, member, groupAdmin) });
    await addPlacement(creator, id, input("menu"));
    const actor: Actor = actors[caller];
    expect([
      await outcome(listPlacements(actor, id)),
      await outcome(addPlacement(actor, id, input())),
      await outcome(removePlacement(actor, id, "menu")),
    ]).toEqual([reading, writing, writing]);
  });

  test.each([UNKNOWN_ID, "1", "", "__proto__"])("id %p is not found, even for an overall_admin", async (id) => {
    const admin = await createUser({ role: "overall_admin" });
    expect([
      await outcome(listPlacements(admin, id)),
      await outcome(addPlacement(admin, id, input())),
      await outcome(removePlacement(admin, id, "menu")),
    ]).toEqual(["not_found", "not_found", "not_found"]);
  });
});

test("none is added or removed by somebody whose group the link leaves at the same moment", async () => {
  const [creator, groupAdmin] = [await createUser(), await createUser({ role: "group_admin" })];
  const { id } = await link(creator, { groupId: await createGroup(creator, groupAdmin) });
  await addPlacement(creator, id, input("menu"));
  const elsewhere = await createGroup(creator);
  expect(await outcome(whileMoved(id, elsewhere, () => addPlacement(groupAdmin, id, input())))).toBe("conflict");
  const { id: other } = await link(creator, { groupId: await createGroup(creator, groupAdmin) });
  await addPlacement(creator, other, input("menu"));
  expect(await outcome(whileMoved(other, elsewhere, () => removePlacement(groupAdmin, other, "menu")))).toBe(
    "conflict",
  );
  expect([await namesOf(creator, id), await namesOf(creator, other)]).toEqual([["menu"], ["menu"]]);
});

test("placements are listed by name, with what their codes contain and their scans", async () => {
  const user = await createUser();
  const { id, shortUrl } = await link(user);
  await addPlacement(user, id, input("menu"));
  await addPlacement(user, id, input("door"));
  const scan = (placement: string, fields: object = {}) =>
    enrichedClick(id, "2026-05-31T12:00:00Z", { accessMethod: "qr", placement, ...fields });
  await store([scan("menu"), scan("menu"), scan("menu", { isBot: true }), scan("gone")]);
  const createdAt = expect.any(String);
  expect(await listPlacements(user, id)).toEqual([
    { name: "door", content: `${shortUrl}?qr=door`, scans: 0, createdAt },
    { name: "menu", content: `${shortUrl}?qr=menu`, scans: 2, createdAt },
  ]);
  expect((await addPlacement(user, id, input("gone"))).scans).toBe(1);
});

test.each(["a", "1", "", "Menu", "me nu", "menü", "a".repeat(33), "menu\n1", "menu&x=1"])(
  "%j is not a name",
  (name) => {
    expect(addPlacementSchema.safeParse({ name }).success).toBe(false);
  },
);

test("a name is unique per link, even under concurrent requests; other links can use it", async () => {
  const user = await createUser();
  const [one, other] = [await link(user), await link(user)];
  const outcomes = await Promise.all([1, 2, 3].map(() => outcome(addPlacement(user, one.id, input()))));
  expect(outcomes.sort()).toEqual(["conflict", "conflict", "ok"]);
  await expect(addPlacement(user, one.id, input())).rejects.toMatchObject({ message: PLACEMENT_TAKEN, field: "name" });
  expect(await outcome(addPlacement(user, other.id, input()))).toBe("ok");
});

test("a link has at most 50, even under concurrent requests", async () => {
  const user = await createUser();
  const { id } = await link(user);
  await prisma().qrPlacement.createMany({
    data: Array.from({ length: MAX_PLACEMENTS - 1 }, (_, n) => ({ urlId: id, name: `place-${n}` })),
  });
  const outcomes = await Promise.all(["a1", "b1", "c1"].map((name) => outcome(addPlacement(user, id, input(name)))));
  expect(outcomes.sort()).toEqual(["conflict", "conflict", "ok"]);
  await expect(addPlacement(user, id, input())).rejects.toMatchObject({ message: TOO_MANY_PLACEMENTS });
  await removePlacement(user, id, "place-7");
  expect(await outcome(addPlacement(user, id, input()))).toBe("ok");
});

test("a deleted link gets none", async () => {
  const user = await createUser();
  const { id } = await link(user);
  await deleteUrl(user, id);
  await expect(addPlacement(user, id, input())).rejects.toMatchObject({ message: DELETED_NOT_PLACED });
});

test("changes are in the audit log; a placement that is not there is not found", async () => {
  const user = await createUser();
  const { id, shortCode } = await link(user);
  await addPlacement(user, id, input());
  expect(await removePlacement(user, id, "poster-hall-3")).toEqual({ name: "poster-hall-3" });
  expect(await outcome(removePlacement(user, id, "poster-hall-3"))).toBe("not_found");
  const entries = await prisma().auditEntry.findMany({
    where: { subjectId: id, action: { endsWith: "_placement" } },
    orderBy: { id: "asc" },
  });
  expect(entries.map(({ action, subjectLabel, before, after }) => [action, subjectLabel, before, after])).toEqual([
    ["short_url.add_placement", shortCode, null, { placement: "poster-hall-3" }],
    ["short_url.remove_placement", shortCode, { placement: "poster-hall-3" }, null],
  ]);
});

test("a key of the group manages them, under its own name", async () => {
  const caller = await createCaller();
  const data = { shortCode: unique("code"), originalUrl: "https://example.com/", groupId: caller.groupId };
  const { id, shortCode } = await prisma().shortUrl.create({ data });
  await addApiPlacement(caller, shortCode.toUpperCase(), input());
  expect((await listApiPlacements(caller, id)).map(({ name }) => name)).toEqual(["poster-hall-3"]);
  await removeApiPlacement(caller, shortCode, "poster-hall-3");
  expect(await listApiPlacements(caller, id)).toEqual([]);
  const entries = await prisma().auditEntry.findMany({ where: { subjectId: id } });
  expect(entries.map(({ actorId, apiKeyId }) => [actorId, apiKeyId])).toEqual(Array(2).fill([null, caller.keyId]));
});

test("the code of a placement contains it; one that the link does not have is refused", async () => {
  const user = await createUser();
  const { id, shortCode, shortUrl } = await link(user);
  await addPlacement(user, id, input("menu"));
  const { bytes, fileName } = await getQrCode(user, id, qrQuerySchema.parse({ placement: "menu" }));
  expect(scanPng(bytes)).toBe(`${shortUrl}?qr=menu`);
  expect(fileName).toBe(`${shortCode}-menu.png`);
  await expect(getQrCode(user, id, qrQuerySchema.parse({ placement: "door" }))).rejects.toMatchObject({
    code: "invalid",
    message: NO_SUCH_PLACEMENT,
    field: "placement",
  });
});

test("a link's statistics have scans by placement, which filter too; sums over links have none", async () => {
  const user = await createUser();
  const groupId = await createGroup(user);
  const { id } = await link(user, { groupId });
  await addPlacement(user, id, input("menu"));
  const scan = (placement: string | null) =>
    enrichedClick(id, "2026-05-31T12:00:00Z", { accessMethod: "qr", placement });
  await store([scan("menu"), scan("menu"), scan(null)]);
  const query = (filter: string[] = []) => statsSchema.parse({ from: "2026-05-30", to: "2026-05-31", filter });
  expect((await getUrlStats(user, id, query())).breakdowns.placement).toEqual([
    { name: "menu", clicks: 2 },
    { name: "Unknown", clicks: 1 },
  ]);
  expect((await getUrlStats(user, id, query(["placement:menu"]))).clicks).toBe(2);
  expect((await getSumStats(user, groupId, query())).breakdowns.placement).toBeUndefined();
  expect((await getSumStats(user, null, query())).breakdowns.placement).toBeUndefined();
  expect(await namesOf(user, id)).toEqual(["menu"]);
});
