import type { Actor } from "@/lib/actor";
import { hashToken } from "@/lib/auth/tokens";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { whileMoved } from "@/lib/db/testing/while-moved";
import type { AppError } from "@/lib/errors";
import { createShare } from "@/lib/shares/create";
import { listShares } from "@/lib/shares/queries";
import { revokeShare } from "@/lib/shares/revoke";
import { createShareSchema, MAX_SHARES } from "@/lib/shares/schema";
import { changeUrls } from "@/lib/urls/bulk";
import { createUrl } from "@/lib/urls/create";
import { deleteUrl } from "@/lib/urls/delete";
import { listUrlHistory } from "@/lib/urls/history";
import { createUrlSchema } from "@/lib/urls/schema";
import { undoChange } from "@/lib/urls/undo";
import { updateUrl } from "@/lib/urls/update";

const UNKNOWN_ID = "0190a0a0-0000-7000-8000-000000000000";
const input = (fields: object = {}) => createShareSchema.parse(fields);
const link = (actor: Actor, fields: object = {}) =>
  createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/", ...fields }));

/** "ok", or the error code if the call was refused. */
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (error: AppError) => error.code,
  );

describe("permissions (design section 7): whoever may edit the link", () => {
  const createCast = async () => {
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
    return { actors, groupId: await createGroup(creator, member, groupAdmin) };
  };

  test("a page is not revoked by somebody whose group the link leaves at the same moment", async () => {
    const { actors, groupId } = await createCast();
    const { creator } = actors;
    const url = await link(creator, { groupId });
    const { id } = await createShare(creator, url.id, input());
    const revoking = whileMoved(url.id, await createGroup(creator), () =>
      revokeShare(actors["G of the group"], url.id, id),
    );
    expect(await outcome(revoking)).toBe("conflict");
    expect(await listShares(creator, url.id)).toHaveLength(1);
  });

  test.each([
    ["creator", "ok"],
    ["S of the group", "forbidden"],
    ["S elsewhere", "not_found"],
    ["G of the group", "ok"],
    ["G elsewhere", "not_found"],
    ["O", "ok"],
  ] as const)("%s lists, creates and revokes: %s", async (caller, expected) => {
    const { actors, groupId } = await createCast();
    const url = await link(actors.creator, { groupId });
    const { id } = await createShare(actors.O, url.id, input());
    const actor: Actor = actors[caller];
    expect([
      await outcome(listShares(actor, url.id)),
      await outcome(createShare(actor, url.id, input())),
      await outcome(revokeShare(actor, url.id, id)),
    ]).toEqual([expected, expected, expected]);
  });

  test.each([UNKNOWN_ID, "1", "", "__proto__"])("id %p is not found, even for an overall_admin", async (id) => {
    const admin = await createUser({ role: "overall_admin" });
    const url = await link(admin);
    expect([
      await outcome(listShares(admin, id)),
      await outcome(createShare(admin, id, input())),
      await outcome(revokeShare(admin, url.id, id)),
    ]).toEqual(["not_found", "not_found", "not_found"]);
  });

  test("a shared page of another link is not found, and stays", async () => {
    const [owner, stranger] = [await createUser(), await createUser()];
    const [url, own] = [await link(owner), await link(stranger)];
    const { id } = await createShare(owner, url.id, input());
    expect(await outcome(revokeShare(stranger, own.id, id))).toBe("not_found");
    expect(await listShares(owner, url.id)).toHaveLength(1);
  });
});

test("its address is returned once; token and password are stored as hashes, and in no audit entry", async () => {
  const user = await createUser();
  const { id: urlId } = await link(user);
  const { url, ...share } = await createShare(
    user,
    urlId,
    input({ name: " Board ", maxRange: "12m", password: "open sesame", showsDestination: true }),
  );
  expect(share).toEqual({
    id: expect.any(String),
    name: "Board",
    maxRange: "12m",
    showsDestination: true,
    hasPassword: true,
    createdByName: "Test User",
    isSuspended: false,
    createdAt: expect.any(String),
    expiresAt: expect.any(String),
    lastViewedAt: null,
  });
  const days = (Date.parse(share.expiresAt ?? "") - Date.parse(share.createdAt)) / 86_400_000;
  expect(days).toBeCloseTo(30, 2);
  const token = /\/analytics\/shared\/([0-9a-f]{64})$/.exec(url)?.[1] ?? "";
  expect(await listShares(user, urlId)).toEqual([share]);
  const row = await prisma().statShare.findUniqueOrThrow({ where: { id: share.id } });
  expect(row.tokenHash).toBe(hashToken(token));
  expect(row.passwordHash).toMatch(/^scrypt\$15\$8\$3\$/);
  await revokeShare(user, urlId, share.id);
  const entries = await prisma().auditEntry.findMany({ where: { subjectId: urlId }, orderBy: { occurredAt: "asc" } });
  expect(entries.map(({ action, before, after }) => [action, before, after]).slice(1)).toEqual([
    [
      "short_url.share",
      null,
      {
        shareId: share.id,
        name: "Board",
        maxRange: "12m",
        showsDestination: true,
        hasPassword: true,
        expiresAt: share.expiresAt,
      },
    ],
    ["short_url.revoke_share", { shareId: share.id, name: "Board" }, null],
  ]);
  expect(JSON.stringify([row, entries])).not.toMatch(new RegExp(`${token}|open sesame`));
  const history = await listUrlHistory(user, urlId);
  expect(history.items.map(({ action }) => action)).toEqual([
    "short_url.revoke_share",
    "short_url.share",
    "short_url.create",
  ]);
});

test("revoked and expired ones are not listed, and ten concurrent revocations are one entry", async () => {
  const user = await createUser();
  const { id: urlId } = await link(user);
  const [revoked, expired, kept] = [
    await createShare(user, urlId, input()),
    await createShare(user, urlId, input({ expiresInDays: 1 })),
    await createShare(user, urlId, input({ expiresInDays: null })),
  ];
  await prisma().statShare.update({ where: { id: expired.id }, data: { expiresAt: new Date(Date.now() - 1) } });
  await Promise.all(Array.from({ length: 10 }, () => revokeShare(user, urlId, revoked.id)));
  expect((await listShares(user, urlId)).map(({ id, expiresAt }) => [id, expiresAt])).toEqual([[kept.id, null]]);
  const revocations = { subjectId: urlId, action: "short_url.revoke_share" };
  expect(await prisma().auditEntry.count({ where: revocations })).toBe(1);
});

test("concurrent requests succeed only up to the limit of shared pages per link; ended ones don't count", async () => {
  const user = await createUser();
  const { id: urlId } = await link(user);
  const ended = await createShare(user, urlId, input());
  await revokeShare(user, urlId, ended.id);
  const attempts = Array.from({ length: MAX_SHARES + 5 }, () => outcome(createShare(user, urlId, input())));
  const outcomes = await Promise.all(attempts);
  expect(outcomes.filter((one) => one === "ok")).toHaveLength(MAX_SHARES);
  expect(outcomes.filter((one) => one === "conflict")).toHaveLength(5);
});

test.each([
  ["deleting", (actor: Actor, id: string) => deleteUrl(actor, id)],
  ["updating the status", (actor: Actor, id: string) => updateUrl(actor, id, { status: "deleted" })],
  ["a bulk deletion", (actor: Actor, id: string) => changeUrls(actor, { action: "delete", ids: [id] })],
])(
  "%s revokes the link's shared pages with audit entries, and no undo or reactivation brings them back",
  async (_name, remove) => {
    const user = await createUser();
    const [{ id: urlId }, other] = [await link(user), await link(user)];
    const [share, , expired] = [
      await createShare(user, urlId, input({ name: "Board" })),
      await createShare(user, other.id, input()),
      await createShare(user, urlId, input()),
    ];
    await prisma().statShare.update({ where: { id: expired.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    await remove(user, urlId);
    const entries = await prisma().auditEntry.findMany({
      where: { subjectId: { in: [urlId, other.id] }, action: "short_url.revoke_share" },
    });
    expect(entries.map(({ actorId, before }) => [actorId, before])).toEqual([
      [user.id, { shareId: share.id, name: "Board" }],
    ]);
    await updateUrl(user, urlId, { status: "active" });
    expect(await listShares(user, urlId)).toEqual([]);
    expect(await listShares(user, other.id)).toHaveLength(1);
  },
);

test("undoing a bulk deletion restores the link without its shared pages", async () => {
  const user = await createUser();
  const { id } = await link(user);
  await createShare(user, id, input());
  const { changeId } = await changeUrls(user, { action: "delete", ids: [id] });
  expect((await undoChange(user, changeId ?? "")).results).toMatchObject([{ success: true }]);
  expect(await listShares(user, id)).toEqual([]);
});

test("a deleted link can't be shared", async () => {
  const user = await createUser();
  const { id: urlId } = await link(user);
  await deleteUrl(user, urlId);
  expect(await outcome(createShare(user, urlId, input()))).toBe("conflict");
});

test("one is suspended while its creator may not edit the link, and names only people the caller may see", async () => {
  const [creator, groupAdmin] = [await createUser(), await createUser({ role: "group_admin" })];
  const admin = await createUser({ role: "overall_admin" });
  const groupId = await createGroup(creator, groupAdmin);
  const { id: urlId } = await link(creator, { groupId });
  await createShare(groupAdmin, urlId, input());
  await createShare(admin, urlId, input());
  const listed = async () =>
    (await listShares(creator, urlId)).map(({ createdByName, isSuspended }) => [createdByName, isSuspended]);
  expect(await listed()).toEqual([
    [null, false],
    ["Test User", false],
  ]);
  await prisma().user.update({ where: { id: groupAdmin.id }, data: { role: "shortcode_admin" } });
  await prisma().user.update({ where: { id: admin.id }, data: { status: "paused" } });
  expect(await listed()).toEqual([
    [null, true],
    ["Test User", true],
  ]);
});

test.each([
  [{ maxRange: "13m" }, "`maxRange` must be one of 7d, 30d, 90d, 12m, all."],
  [{ expiresInDays: 0 }, "`expiresInDays` must be a whole number from 1 to 365, or null."],
  [{ expiresInDays: 366 }, "`expiresInDays` must be a whole number from 1 to 365, or null."],
  [{ expiresInDays: 1.5 }, "`expiresInDays` must be a whole number from 1 to 365, or null."],
  [{ password: "short" }, "Password must have 8 to 100 characters"],
  [{ password: "x".repeat(101) }, "Password must have 8 to 100 characters"],
  [{ password: "" }, "Password must have 8 to 100 characters"],
  [{ name: "x".repeat(101) }, "Name must be at most 100 characters"],
  [{ showsDestination: "yes" }, "`showsDestination` must be true or false."],
])("%j is refused: %s", (fields, message) => {
  expect(createShareSchema.safeParse(fields).error?.issues.map((issue) => issue.message)).toEqual([message]);
});
