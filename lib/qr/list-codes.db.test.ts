import type { Actor } from "@/lib/actor";
import { enrichedClick, store } from "@/lib/clicks/testing/clicks";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser } from "@/lib/db/testing/fixtures";
import { DEFAULT_DESIGN } from "@/lib/qr/design";
import { listQrCodes } from "@/lib/qr/list-codes";
import { createUrl } from "@/lib/urls/create";
import { listUrlsSchema } from "@/lib/urls/list-schema";
import { createUrlSchema } from "@/lib/urls/schema";

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 4, 31, 12);
const link = (actor: Actor, fields: object = {}) =>
  createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/", generateQR: true, ...fields }));

test("lists the codes of visible links, by search, filter and page", async () => {
  const [user, member, stranger] = [await createUser(), await createUser(), await createUser()];
  const admin = await createUser({ role: "overall_admin" });
  const groupId = await createGroup(user, member);
  const menu = await link(user, { groupId, shortCode: "the-menu" });
  const own = await link(user);
  const without = await link(user, { generateQR: false });
  const idsFor = async (actor: Actor, query: object = {}) =>
    (await listQrCodes(actor, listUrlsSchema.parse(query))).items.map(({ id }) => id);
  expect(await idsFor(user)).toEqual([own.id, menu.id]);
  expect(await idsFor(member)).toEqual([menu.id]);
  expect(await idsFor(stranger)).toEqual([]);
  expect(await idsFor(user, { q: "the-menu" })).toEqual([menu.id]);
  expect(await idsFor(user, { group: groupId })).toEqual([menu.id]);
  expect(await idsFor(user, { sort: "createdAt" })).toEqual([menu.id, own.id]);
  const first = await listQrCodes(user, listUrlsSchema.parse({ limit: "1" }));
  expect([first.items.map(({ id }) => id), first.total]).toEqual([[own.id], 2]);
  expect(await idsFor(user, { limit: "1", cursor: first.nextCursor })).toEqual([menu.id]);
  const all = await listQrCodes(admin);
  expect(all.total).toBe(all.items.length);
  expect(all.items.some(({ id }) => id === without.id)).toBe(false);
});

test("with the scans of 30 days, and a version that changes with the design", async () => {
  const user = await createUser();
  const { id } = await link(user);
  const scan = (daysAgo: number, fields: object = {}) =>
    enrichedClick(id, new Date(NOW - daysAgo * DAY_MS).toISOString(), { accessMethod: "qr", ...fields });
  await store([scan(0), scan(29), scan(30), scan(1, { isBot: true }), scan(1, { accessMethod: "direct" })]);
  const read = async () => (await listQrCodes(user, {}, NOW)).items[0];
  const plain = await read();
  expect(plain).toMatchObject({ id, scans30d: 2, designSource: "none", templateName: null });
  await prisma().qrTemplate.create({
    data: { name: "Brand", design: { ...DEFAULT_DESIGN, level: "H" }, isDefault: true, createdById: user.id },
  });
  const designed = await read();
  expect(designed).toMatchObject({ designSource: "installation", templateName: "Brand" });
  expect(designed?.version).not.toBe(plain?.version);
  expect((await read())?.version).toBe(designed?.version);
  expect([plain, designed]).toMatchObject([
    { isForBlack: false, hasLogo: false },
    { isForBlack: false, hasLogo: false },
  ]);
  const foreground = { kind: "solid", color: "ffffff" };
  const design = { ...DEFAULT_DESIGN, foreground, background: null, inverted: true };
  await prisma().qrDesign.create({ data: { urlId: id, design } });
  expect(await read()).toMatchObject({ designSource: "own", isForBlack: true });
});
