import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createUser, unique } from "@/lib/db/testing/fixtures";
import { storeUnknownCodes } from "@/lib/redirect/unknown/unknown-store";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";
import { listUnknownCodes, removeOldUnknownCodes, setUnknownCodeDismissed } from "@/lib/urls/unknown-codes";
import { updateUrl } from "@/lib/urls/update";

let admin: Awaited<ReturnType<typeof createUser>>;

beforeAll(async () => {
  admin = await createUser({ role: "overall_admin" });
});
beforeEach(() => prisma().unknownCode.deleteMany());

const now = () => new Date();
const tried = (code: string, visits = 2, lastSeenAt = now()) =>
  storeUnknownCodes(pool(), [{ code, visits, lastSeenAt }]);
const listed = async () => (await listUnknownCodes(admin)).items.map(({ code, visits }) => [code, visits]);
const create = (shortCode: string) =>
  createUrl(admin, createUrlSchema.parse({ originalUrl: "https://example.com/page", shortCode }));

test("lists codes tried at least twice, the most visited first", async () => {
  await tried("once", 1);
  await tried("twice", 1);
  await tried("twice", 1);
  await tried("often", 40);
  expect(await listed()).toEqual([
    ["often", 40],
    ["twice", 2],
  ]);
  expect(await listUnknownCodes(admin, { limit: 1 })).toMatchObject({ items: [{ code: "often" }], total: 2 });
});

test("suggests the link one typo away, and none that is deleted", async () => {
  const code = unique("summer-sale");
  const { id, shortUrl } = await create(code.toUpperCase());
  await tried(code.replace("summer", "sumer"));
  await tried("nothing-like-it");
  const { items } = await listUnknownCodes(admin);
  expect(items.find(({ code }) => code.startsWith("sumer"))?.suggestion).toMatchObject({ id, shortUrl });
  expect(items.find(({ code }) => code === "nothing-like-it")?.suggestion).toBeNull();
  await updateUrl(admin, id, { status: "deleted" });
  expect((await listUnknownCodes(admin)).items.map(({ suggestion }) => suggestion)).toEqual([null, null]);
});

test("a code leaves the list once a link uses it", async () => {
  const code = unique("new");
  await tried(code);
  await create(code.toUpperCase());
  expect(await listed()).toEqual([]);
});

test("a dismissed code stays hidden, and can be restored", async () => {
  await tried("typo");
  await setUnknownCodeDismissed(admin, "TYPO", true);
  await tried("typo");
  expect(await listed()).toEqual([]);
  await setUnknownCodeDismissed(admin, "typo", true);
  await setUnknownCodeDismissed(admin, "typo", false);
  expect(await listed()).toEqual([["typo", 4]]);
  const entries = await prisma().auditEntry.findMany({ where: { subjectId: "typo" }, orderBy: { id: "asc" } });
  expect(entries).toMatchObject([
    { actorId: admin.id, action: "unknown_code.dismiss", subjectLabel: "typo" },
    { actorId: admin.id, action: "unknown_code.restore", subjectLabel: "typo" },
  ]);
  await expect(setUnknownCodeDismissed(admin, "never-tried", true)).rejects.toMatchObject({ code: "not_found" });
});

test.each(["shortcode_admin", "group_admin"] as const)("a %s may neither see nor dismiss them", async (role) => {
  const user = await createUser({ role });
  await tried("typo");
  await expect(listUnknownCodes(user)).rejects.toMatchObject({ code: "forbidden" });
  await expect(setUnknownCodeDismissed(user, "typo", true)).rejects.toMatchObject({ code: "forbidden" });
});

test("the table is bounded, and a flood of codes visited once does not evict those visited more often", async () => {
  await tried("often", 3, new Date(Date.now() - 60_000));
  const flood = (prefix: string, visits: number) =>
    storeUnknownCodes(
      pool(),
      Array.from({ length: 1_500 }, (_, i) => ({ code: `${prefix}-${i}`, visits, lastSeenAt: now() })),
    );
  await flood("once", 1);
  expect(await prisma().unknownCode.count()).toBe(1_001);
  await flood("twice", 2);
  expect(await prisma().unknownCode.count()).toBe(2_000);
  expect((await listed())[0]).toEqual(["often", 3]);
});

test("a flood of codes does not bring a dismissed one back, and dismissed ones are bounded too", async () => {
  await tried("typo", 2, new Date(Date.now() - 60_000));
  await setUnknownCodeDismissed(admin, "typo", true);
  const flood = (prefix: string) =>
    storeUnknownCodes(
      pool(),
      Array.from({ length: 1_500 }, (_, i) => ({ code: `${prefix}-${i}`, visits: 3, lastSeenAt: now() })),
    );
  await flood("a");
  expect(await prisma().unknownCode.count({ where: { dismissedAt: { not: null } } })).toBe(1);
  await tried("typo", 2);
  expect((await listed()).map(([code]) => code)).not.toContain("typo");
  await prisma().unknownCode.updateMany({ data: { dismissedAt: now() } });
  await flood("b");
  expect(await prisma().unknownCode.count()).toBe(2_000);
});

test("concurrent fronts store the same codes without losing visits", async () => {
  const codes = ["a", "b", "c", "d"];
  const batch = (order: string[]) =>
    storeUnknownCodes(
      pool(),
      order.map((code) => ({ code, visits: 1, lastSeenAt: now() })),
    );
  await Promise.all(Array.from({ length: 20 }, (_, i) => batch(i % 2 ? codes : [...codes].reverse())));
  expect(await listed()).toEqual(expect.arrayContaining(codes.map((code) => [code, 20])));
});

test("codes that nobody tried for 90 days are removed", async () => {
  await tried("old", 5, new Date(Date.now() - 91 * 24 * 60 * 60 * 1000));
  await tried("recent");
  expect(await listed()).toEqual([["recent", 2]]);
  await removeOldUnknownCodes(pool());
  expect(await prisma().unknownCode.count()).toBe(1);
});
