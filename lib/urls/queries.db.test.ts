import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import { createUrl } from "@/lib/urls/create";
import { listUrlsSchema } from "@/lib/urls/list-schema";
import { listUrls } from "@/lib/urls/queries";
import { createUrlSchema } from "@/lib/urls/schema";
import type { Actor } from "@/lib/users/types";

const create = (actor: Actor, fields: object = {}) =>
  createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/page", ...fields }));

const list = (actor: Actor, query: object = {}) => listUrls(actor, listUrlsSchema.parse(query));

/** The ids on all pages, page by page. */
async function walk(actor: Actor, query: object): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const page = await list(actor, { ...query, ...(cursor && { cursor }) });
    pages.push(page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  return pages;
}

test("one sees one's own links and those of one's groups, an overall_admin all", async () => {
  const [owner, member, stranger, groupAdmin] = [
    await createUser(),
    await createUser(),
    await createUser(),
    await createUser({ role: "group_admin" }),
  ];
  const admin = await createUser({ role: "overall_admin" });
  const groupId = await createGroup(owner, member, groupAdmin);
  const shared = await create(owner, { groupId });
  const own = await create(owner);
  const ids = async (actor: Actor) => (await list(actor)).items.map(({ id }) => id);
  expect(await ids(owner)).toEqual([own.id, shared.id]);
  expect(await ids(member)).toEqual([shared.id]);
  expect(await ids(groupAdmin)).toEqual([shared.id]);
  expect(await ids(stranger)).toEqual([]);
  expect(await ids(admin)).toEqual(expect.arrayContaining([own.id, shared.id]));
});

test("a link that is one's own and of two members' group is listed and counted once", async () => {
  const owner = await createUser();
  const groupId = await createGroup(owner, await createUser(), await createUser());
  await create(owner, { groupId });
  const { items, total } = await list(owner);
  expect([items.length, total]).toEqual([1, 1]);
});

test("an item says what the table shows, and nothing more", async () => {
  const owner = await createUser();
  const shortCode = unique("Item");
  const { id } = await create(owner, { shortCode });
  await create(owner, { generateQR: false });
  await prisma().shortUrl.update({ where: { id }, data: { clickCount: 3_000_000_000n } });
  const { items } = await list(owner);
  expect(items[1]).toEqual({
    id,
    shortCode,
    shortUrl: `http://localhost:3000/${shortCode}`,
    originalUrl: "https://example.com/page",
    status: "active",
    clickCount: 3_000_000_000,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    createdById: owner.id,
    groupId: null,
    faviconUrl: null,
    qrCodeUrl: `/api/urls/${id}/qr`,
  });
  expect(items[0]?.qrCodeUrl).toBeNull();
});

test.each([
  ["7 links by 3", 7, 3, [3, 3, 1]],
  ["6 links by 3", 6, 3, [3, 3]],
  ["1 link by 3", 1, 3, [1]],
  ["no link", 0, 3, [0]],
])("paging through %s loses none and repeats none, newest first", async (_name, count, limit, sizes) => {
  const owner = await createUser();
  const made: string[] = [];
  for (let i = 0; i < count; i++) made.push((await create(owner)).id);
  const pages = await walk(owner, { limit });
  expect(pages.map((page) => page.length)).toEqual(sizes);
  expect(pages.flat()).toEqual(made.reverse());
});

test("links made while one pages do not move those to come", async () => {
  const owner = await createUser();
  const made: string[] = [];
  for (let i = 0; i < 4; i++) made.push((await create(owner)).id);
  const first = await list(owner, { limit: 2 });
  await create(owner);
  const second = await list(owner, { limit: 2, cursor: first.nextCursor ?? "" });
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(made.reverse());
});

test("the total counts all that match, not only the page, and only what one may see", async () => {
  const [owner, other] = [await createUser(), await createUser()];
  const word = unique("total");
  for (const actor of [owner, owner, owner, other]) await create(actor, { originalUrl: `https://example.com/${word}` });
  await create(owner);
  const page = await list(owner, { q: word, limit: 2 });
  expect([page.items.length, page.total]).toEqual([2, 3]);
  const last = await list(owner, { q: word, limit: 2, cursor: page.nextCursor ?? "" });
  expect([last.items.length, last.total, last.nextCursor]).toEqual([1, 3, null]);
});

test("a status keeps the others out", async () => {
  const owner = await createUser();
  const paused = await create(owner);
  await create(owner);
  await prisma().shortUrl.update({ where: { id: paused.id }, data: { status: "paused" } });
  const { items, total } = await list(owner, { status: "paused" });
  expect([items.map(({ id }) => id), total]).toEqual([[paused.id], 1]);
});

describe("a search", () => {
  const owner = async () => {
    const actor = await createUser();
    await create(actor, { shortCode: "Spring_Sale" });
    await create(actor, { shortCode: "springXsale", originalUrl: "https://example.com/100%25-off" });
    await create(actor, { shortCode: "other", originalUrl: "https://example.com/a/Path?x=1" });
    return actor;
  };
  let actor: Actor;
  beforeAll(async () => {
    actor = await owner();
  });

  test.each([
    ["part of a code, whatever the case", "PRING", ["springXsale", "Spring_Sale"]],
    ["part of a destination, whatever the case", "/path?X", ["other"]],
    ["spaces around it", "  other ", ["other"]],
    ["_ as itself", "g_s", ["Spring_Sale"]],
    ["% as itself", "100%25", ["springXsale"]],
    ["% as no wildcard", "s%e", []],
    ["\\ as itself", "\\", []],
    ["\\ before _ as itself", "\\_", []],
    ["a quote", "'", []],
    ["nothing", "", ["other", "springXsale", "Spring_Sale"]],
  ])("takes %s", async (_name, q, codes) => {
    expect((await list(actor, { q })).items.map(({ shortCode }) => shortCode)).toEqual(codes);
  });
});

test.each([
  ["limit=0", { limit: "0" }],
  ["limit=1001", { limit: "1001" }],
  ["limit=many", { limit: "many" }],
  ["limit=1.5", { limit: "1.5" }],
  ["a cursor that is no id", { cursor: "x" }],
  ["a status that there is not", { status: "locked" }],
  ["a search of 201 characters", { q: "a".repeat(201) }],
])("%s is refused", (_name, query) => {
  expect(listUrlsSchema.safeParse(query).success).toBe(false);
});
